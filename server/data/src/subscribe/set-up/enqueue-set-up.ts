import type { ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import type { SubscriptionId } from '../tables.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Sets up, maintains or removes a subscription for its installations. */
    'set-up-subscription': { projectId: ProjectId; subscriptionId: SubscriptionId }
  }
}

/** Maintenance interval of subscriptions, unless the provider requires a shorter one. */
export const upkeepMs = 6 * 3_600_000

export const enqueueSetUp = (
  tx: Db,
  payload: { projectId: ProjectId; subscriptionId: SubscriptionId },
  runAt?: Date,
) =>
  enqueue(tx, 'set-up-subscription', payload, {
    key: `set-up-subscription:${payload.subscriptionId}`,
    // One at a time across all processes.
    queue: makeQueueName('subscription', payload.projectId, payload.subscriptionId),
    // A set-up that was requested meanwhile keeps its earlier time.
    ...(runAt && { runAt, keepsTime: true }),
  })
