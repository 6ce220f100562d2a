import type { Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import type { JobHandlers } from '@platform/kernel/jobs/worker'
import type { Services } from '@platform/kernel/services'
import { deliverChanges } from './deliver-changes.ts'
import { applySubscriptions } from './set-up/apply-subscriptions.ts'
import { enqueueSetUp, upkeepMs } from './set-up/enqueue-set-up.ts'
import { deleteOldEvents } from './event-store.ts'
import { setUpSubscription } from './set-up/set-up.ts'
import { findSubscribing } from './set-up/subscribe-request.ts'
import * as store from './store.ts'
import { sweepChanges } from './sweep.ts'
import { getNowMs } from '@platform/kernel/values'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'look-after-subscriptions': Record<string, never>
    'forget-change-events': Record<string, never>
  }
}

/** Providers repeat and replay events for at most three days. */
const rememberedMs = 4 * 86_400_000
const forgottenAtOnce = 5_000

/** Jobs that apply configurations and maintain subscriptions, without outside calls. */
export const subscribeJobs = (database: Database, services: Services) =>
  ({
    'subscriptions-changed': (payload) =>
      applySubscriptions(services, database.tenant(payload.projectId), payload),

    'provider-app-saved': async ({ projectId, provider }) => {
      const db = database.tenant(projectId)
      // The app may have chosen another way of subscribing.
      const all = findSubscribing(services, provider)?.withoutURL !== undefined
      for (const { installationId } of await store.findLinksToApply(db, provider, { all })) {
        await enqueue(db, 'subscriptions-changed', {
          ...{ projectId, installationId, because: 'configuration' },
        })
      }
      // A set-up that is running knows the former app, and may fail after this.
      for (const { subscriptionId } of await store.findSubscriptionsBeingSetUp(db, provider)) {
        await enqueueSetUp(db, { projectId, subscriptionId })
      }
    },

    'look-after-subscriptions': async () => {
      const before = new Date(getNowMs() - 2 * upkeepMs)
      for (const row of await store.findNeglected(database.everything, before)) {
        await inTransaction(database.tenant(row.projectId), (tx) =>
          enqueueSetUp(tx, { projectId: row.projectId, subscriptionId: row.id }),
        )
      }
    },

    'forget-change-events': async () => {
      const before = new Date(getNowMs() - rememberedMs)
      for (;;) {
        const count = await deleteOldEvents(database.everything, before, forgottenAtOnce)
        if (count < forgottenAtOnce) return
      }
    },
  }) satisfies Partial<JobHandlers>

/** Jobs that call providers and may wait for one that hangs. */
export const subscribingJobs = (database: Database, services: Services) =>
  ({
    'set-up-subscription': (payload) =>
      setUpSubscription(services, database.tenant(payload.projectId), payload),
  }) satisfies Partial<JobHandlers>

/**
 * Jobs that deliver changes, with their own worker slots, so that nothing else delays acknowledged
 * events.
 */
export const changeJobs = (database: Database, services: Services) =>
  ({
    'deliver-changes': (payload) =>
      deliverChanges(services, database.tenant(payload.projectId), payload),
    'sweep-changes': (payload) =>
      sweepChanges(services, database.tenant(payload.projectId), payload),
  }) satisfies Partial<JobHandlers>
