import type { ProviderEvent } from '@platform/connector'
import type { LogCall } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { countInLog } from '@platform/installations/operations/logs'
import { formatCounted } from '@platform/kernel/values'
import type { LinkRow } from './store.ts'

const done: Record<ProviderEvent['type'], string> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  associationUpdate: 'associated',
  other: 'otherwise changed',
}

/** Endings of the kinds of changes that were left out. */
const supersededEnding = ' superseded'
const echoedEnding = ' written'
const filteredEnding = ' filtered'
const failedEnding = ' failed'

/**
 * Logs the changes that an installation received and delivered, in the log of its set-up: one line
 * per minute, regardless of the number of events.
 */
export async function logHeard(
  tx: Db,
  { projectId, operationId }: Pick<LinkRow, 'projectId' | 'operationId'>,
  {
    delivered,
    superseded,
    echoed,
    filtered,
    failed,
    call,
  }: {
    delivered: readonly ProviderEvent[]
    /** Changes that were left out, because newer versions of their records had been sent. */
    superseded: readonly ProviderEvent[]
    /** Changes that were left out, because own writes caused them. */
    echoed: readonly ProviderEvent[]
    /** Changes that were left out, because their records do not match the filter. */
    filtered: readonly ProviderEvent[]
    /** Expressions without a value, with the number of records. */
    failed: readonly {
      objectName: string
      name: string | undefined
      message: string
      count: number
    }[]
    call: LogCall | undefined
  },
): Promise<void> {
  if (!operationId) return
  const kinds = new Map([
    ...Map.groupBy(delivered, ({ objectName, type }) => `${objectName} ${done[type]}`),
    ...Map.groupBy(superseded, ({ objectName }) => `${objectName}${supersededEnding}`),
    ...Map.groupBy(echoed, ({ objectName }) => `${objectName}${echoedEnding}`),
    ...Map.groupBy(filtered, ({ objectName }) => `${objectName}${filteredEnding}`),
  ])
  const counts = [...kinds].map(([kind, some]): [string, number] => [kind, some.length])
  const failures = failed.map(({ objectName, name = 'filterExpression', message, count }) => [
    `${objectName} by ${name} (${message})${failedEnding}`,
    count,
  ])
  await countInLog(tx, {
    projectId,
    operationId,
    counted: Object.fromEntries([...counts, ...failures]),
    msgOf: describeCounts,
    call,
  })
}

function describeCounts(kinds: Record<string, number>): string {
  const endings = [supersededEnding, echoedEnding, filteredEnding, failedEnding]
  const findEnding = (kind: string) => endings.find((ending) => kind.endsWith(ending))
  const [sent = [], left = [], echoed = [], filtered = [], failed = []] = [
    undefined,
    ...endings,
  ].map((ending) => Object.entries(kinds).filter(([kind]) => findEnding(kind) === ending))
  const all = sent.reduce((sum, [, some]) => sum + some, 0)
  const each = (some: typeof sent) => some.map(([kind, count]) => `${count} ${kind}`).join(', ')
  const sentences = [
    sent.length > 0 && `Delivered ${formatCounted(all, 'change')}: ${each(sent)}.`,
    left.length > 0 && `Left out, because newer versions had been sent: ${each(left)}.`,
    echoed.length > 0 && `Left out, because your own writes caused them: ${each(echoed)}.`,
    filtered.length > 0 &&
      `Left out, because the records do not match the filter or were not found: ${each(filtered)}.`,
    failed.length > 0 &&
      `Expressions failed (computed fields are empty, filtered records not delivered): ${each(failed)}.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
