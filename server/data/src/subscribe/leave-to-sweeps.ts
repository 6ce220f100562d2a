import type { ProviderEvent } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import * as store from './store.ts'
import { findSweep } from './sweep-store.ts'
import { startSweeps } from './sweep.ts'
import type { EventRoom } from './take-in.ts'

/**
 * Leaves events out whose object has too many set aside, and starts sweeps that find these changes
 * once there is room. Returns the events to store.
 */
export async function leaveToSweeps<Heard extends ProviderEvent>(
  tx: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
  { events, fullObjects }: { events: readonly Heard[] } & Pick<EventRoom, 'fullObjects'>,
): Promise<Heard[]> {
  const isLeftOut = ({ objectName }: ProviderEvent) => fullObjects.has(objectName)
  if (!events.some(isLeftOut)) return [...events]
  const links = await store.findLinksOfConnection(tx, connectionId)
  const leftOut = Map.groupBy(events.filter(isLeftOut), ({ objectName }) => objectName)
  for (const [objectName, missed] of leftOut) {
    const since = new Date(Math.min(...missed.map(({ time }) => Date.parse(time))))
    const running = await findSweep(tx, connectionId, objectName)
    if (running && running.since <= since) continue
    const members = links.map((link) => ({ link: store.pickObject(link, objectName) }))
    const reason = 'Too many of its changes wait for their delivery.'
    await startSweeps(tx, { projectId, members, since, reason })
  }
  return events.filter((event) => !isLeftOut(event))
}
