import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { getNowMs } from '@platform/kernel/values'
import * as store from './store.ts'
import { startAnnouncedSweeps } from './sweep.ts'

/**
 * How far a change may precede the announcement before it: the provider's clock may be behind, and its
 * list may show a change after it was announced.
 */
const marginMs = 600_000

/**
 * Starts reads of the subscribed objects for changes since the announcement before this one. Changes that
 * are found again are recognized by their times.
 */
export async function sweepAnnounced(
  tx: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
  {
    subscription: { eventTime, upkeepTime },
    announced,
  }: { subscription: store.SubscriptionRow; announced: readonly string[] },
): Promise<void> {
  if (announced.length === 0) return
  const links = await store.findLinksOfConnection(tx, connectionId)
  const isSubscribed = (objectName: string) =>
    links.some((link) => store.pickObject(link, objectName).objects.length > 0)
  const since = new Date(((eventTime ?? upkeepTime)?.getTime() ?? getNowMs()) - marginMs)
  const objectNames = announced.filter(isSubscribed)
  await startAnnouncedSweeps(tx, { projectId, connectionId, since }, objectNames)
}
