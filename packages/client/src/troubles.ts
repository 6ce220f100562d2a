import { byHealth, needsSomebody } from './health.ts'
import type { Schemas } from './schemas.ts'

/** An unhealthy resource of a project. */
export type Trouble = { health: Schemas['Health'] } & (
  | { kind: 'installation'; resource: Schemas['Installation'] }
  | { kind: 'connection'; resource: Schemas['Connection'] }
  | { kind: 'destination'; resource: Schemas['Destination'] }
)

/**
 * Lists unhealthy resources, the worst first. Omits a connection if an installation that uses it is
 * listed: both have the same reason.
 */
export function listTroubles({
  installations,
  connections,
  destinations,
}: {
  installations: readonly Schemas['Installation'][]
  connections: readonly Schemas['Connection'][]
  destinations: readonly Schemas['Destination'][]
}): Trouble[] {
  const unwell = installations.filter(isUnwell)
  const covered = new Set(unwell.map(({ connection }) => connection.id))
  const troubles: Trouble[] = [
    ...unwell.map((resource) => ({
      kind: 'installation' as const,
      health: resource.health,
      resource,
    })),
    ...connections
      .filter((one) => isUnwell(one) && !covered.has(one.id))
      .map((resource) => ({ kind: 'connection' as const, health: resource.health, resource })),
    ...destinations
      .filter(isUnwell)
      .map((resource) => ({ kind: 'destination' as const, health: resource.health, resource })),
  ]
  return troubles.toSorted(byHealth)
}

const isUnwell = ({ health }: { health: Schemas['Health'] }) => health.state !== 'healthy'

/** Describes the state of a project in one sentence, identically everywhere, with its severity. */
export function describeTroubles(
  troubles: readonly Pick<Trouble, 'kind' | 'health'>[],
  failedDeliveries: number,
): { tone: 'good' | 'warning' | 'bad'; text: string } {
  const urgent = troubles.filter(({ health }) => needsSomebody(health))
  const counted = [
    ...countTroubles(urgent),
    ...(failedDeliveries > 0
      ? [`${failedDeliveries} failed ${failedDeliveries === 1 ? 'delivery' : 'deliveries'}`]
      : []),
  ]
  if (counted.length > 0) {
    const isOne = urgent.length + failedDeliveries === 1
    const isOnlyPaused =
      failedDeliveries === 0 && urgent.every(({ health }) => health.state === 'paused')
    return {
      tone: isOnlyPaused ? 'warning' : 'bad',
      text: `${and.format(counted)} ${isOne ? 'needs' : 'need'} attention.`,
    }
  }
  if (troubles.length > 0) {
    return {
      tone: 'warning',
      text: `Nothing needs attention. ${and.format(countTroubles(troubles))} ${troubles.length === 1 ? 'recovers' : 'recover'} automatically.`,
    }
  }
  return { tone: 'good', text: 'All installations, connections and destinations are healthy.' }
}

const and = new Intl.ListFormat('en-GB')

const countTroubles = (troubles: readonly Pick<Trouble, 'kind'>[]) =>
  (['installation', 'connection', 'destination'] as const).flatMap((kind) => {
    const count = troubles.filter((one) => one.kind === kind).length
    return count > 0 ? [`${count} ${kind}${count === 1 ? '' : 's'}`] : []
  })
