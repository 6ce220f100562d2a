import type { ProviderEvent } from '@platform/connector'
import type { LogCall } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { countInLog } from '@platform/installations/operations/logs'
import { counted } from '@platform/kernel/values/counted'
import type { LinkRow } from './store.ts'

const done: Record<ProviderEvent['type'], string> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  associationUpdate: 'associated',
  other: 'otherwise changed',
}

/**
 * Logs the changes that an installation received and delivered, in the log of its set-up: one line
 * per minute, regardless of the number of events.
 */
export async function logHeard(
  tx: Db,
  { projectId, operationId }: Pick<LinkRow, 'projectId' | 'operationId'>,
  { events, call }: { events: readonly ProviderEvent[]; call: LogCall | undefined },
): Promise<void> {
  if (!operationId) return
  const kinds = Map.groupBy(events, ({ objectName, type }) => `${objectName} ${done[type]}`)
  await countInLog(tx, {
    projectId,
    operationId,
    counted: Object.fromEntries([...kinds].map(([kind, some]) => [kind, some.length])),
    msgOf: inWords,
    call,
  })
}

function inWords(kinds: Record<string, number>): string {
  const all = Object.values(kinds).reduce((sum, some) => sum + some, 0)
  const each = Object.entries(kinds).map(([kind, some]) => `${some} ${kind}`)
  return `Delivered ${counted(all, 'change')}: ${each.join(', ')}.`
}
