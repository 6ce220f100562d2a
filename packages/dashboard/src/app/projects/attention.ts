import { byHealth, needsSomebody, type Schemas } from '@platform/client'
import type { pathsIn, RoutePath } from '../routes.ts'
import type { Tone } from '../ui/badge.tsx'

type Health = Schemas['Health']
type To = ReturnType<typeof pathsIn>

/** An unhealthy resource with the page on which it can be repaired. */
export interface Trouble {
  key: string
  kind: 'installation' | 'connection' | 'destination'
  name: string
  /** Integration and provider, or the kind of resource. */
  of: string
  health: Health
  action: string
  page: (to: To) => RoutePath
}

interface Parts {
  installations: readonly Schemas['Installation'][]
  connections: readonly Schemas['Connection'][]
  destinations: readonly Schemas['Destination'][]
}

/**
 * Lists unhealthy resources, the worst first. Omits a connection if an installation that uses it is listed: both have the
 * same reason.
 */
export function listTroubles(
  { installations, connections, destinations }: Parts,
  providerName: (provider: string) => string,
): Trouble[] {
  const unwell = installations.filter(isUnwell)
  const covered = new Set(unwell.map(({ connection }) => connection.id))
  return [
    ...unwell.map(({ id, integrationId, integrationName, connection, group, health }) => ({
      key: id,
      kind: 'installation' as const,
      name: getGroupName(group ?? connection.group),
      of: `${integrationName} · ${providerName(connection.provider)}`,
      health,
      ...(health.state === 'needsSignIn'
        ? signIn(connection.id)
        : {
            action: 'View',
            page: (to: To) => to('installation', { integration: integrationId, installation: id }),
          }),
    })),
    ...connections
      .filter((one) => isUnwell(one) && !covered.has(one.id))
      .map(({ id, provider, group, health }) => ({
        key: id,
        kind: 'connection' as const,
        name: getGroupName(group),
        of: `Connection · ${providerName(provider)}`,
        health,
        ...signIn(id),
        ...(health.state !== 'needsSignIn' && { action: 'View' }),
      })),
    ...destinations.filter(isUnwell).map(({ id, name, health }) => ({
      key: id,
      kind: 'destination' as const,
      name,
      of: 'Destination',
      health,
      action: 'View',
      page: (to: To) => to('destination', { destination: id }),
    })),
  ].toSorted(byHealth)
}

const isUnwell = ({ health }: { health: Health }) => health.state !== 'healthy'

const getGroupName = ({ groupName, groupRef }: { groupName?: string; groupRef: string }) =>
  groupName || groupRef

const signIn = (connection: string) => ({
  action: 'Send sign-in link',
  page: (to: To) => to('connection', { connection }),
})

/** Describes the state of a project in one sentence, with its tone. */
export function stateSentence(
  troubles: readonly Trouble[],
  failed: number,
): { tone: Tone; text: string } {
  const urgent = troubles.filter(({ health }) => needsSomebody(health))
  const counted = [
    ...countTroubles(urgent),
    ...(failed > 0 ? [`${failed} failed ${failed === 1 ? 'delivery' : 'deliveries'}`] : []),
  ]
  if (counted.length > 0) {
    const isOne = urgent.length + failed === 1
    const isOnlyPaused = failed === 0 && urgent.every(({ health }) => health.state === 'paused')
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

const countTroubles = (troubles: readonly Trouble[]) =>
  (['installation', 'connection', 'destination'] as const).flatMap((kind) => {
    const count = troubles.filter((one) => one.kind === kind).length
    return count > 0 ? [`${count} ${kind}${count === 1 ? '' : 's'}`] : []
  })
