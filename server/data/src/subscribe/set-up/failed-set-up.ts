import type { ProviderError } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Services } from '@platform/kernel/services'
import {
  endSetUp,
  lockSettingUp,
  recordSetUpSuccess,
  type SubscriptionMember,
} from './end-set-up.ts'
import { enqueueSetUp, upkeepMs } from './enqueue-set-up.ts'
import { makeStoppedLine, logForMembers, warnStopped, type Stopped } from '../stopped.ts'
import * as store from '../store.ts'
import { startSweeps } from '../sweep.ts'
import { rateRetriedFailure } from '@platform/installations/operations/logs'
import { getNow } from '@platform/kernel/values'

const maxPauseMs = 3_600_000
/** Polling interval for objects without change notifications. */
const pollSeconds = 300

/** Retries while the provider is unavailable, without a limit. */
export async function waitForProvider(
  services: Services,
  db: Db,
  {
    what,
    subscription: { id, projectId, attempts },
    members,
    error,
    stopped,
  }: {
    what: string
    subscription: store.SubscriptionRow
    members: readonly SubscriptionMember[]
    error: ProviderError
    stopped: Stopped
  },
): Promise<void> {
  const pauseMs = Math.max(
    error.retryAfterMs ?? 0,
    Math.min(1000 * 2 ** Math.min(attempts, 20), maxPauseMs),
  )
  const at = getNow(pauseMs)
  const next = `retrying at ${at.toISOString()}`
  warnStopped(services, stopped, { what, next, subscriptionId: id })
  const pending = members.map(({ link }) => link).filter(({ status }) => status === 'pending')
  await inTransaction(db, async (tx) => {
    await store.updateSubscription(tx, id, { attempts: stopped.attempt })
    const line = makeStoppedLine(stopped, 'Subscribing stopped', next)
    const severity = rateRetriedFailure(stopped.attempt)
    await logForMembers(tx, pending, { severity, ...line })
    await enqueueSetUp(tx, { projectId, subscriptionId: id }, at)
  })
}

/** Falls back to polling for objects that the provider does not announce but allows to be read. */
export async function pollInstead(
  services: Services,
  db: Db,
  {
    subscription: { id, projectId, delivery },
    members,
    stopped,
  }: {
    subscription: store.SubscriptionRow
    members: readonly SubscriptionMember[]
    stopped: Stopped
  },
): Promise<void> {
  const now = getNow()
  const next = `polling for them every ${pollSeconds / 60} minutes`
  warnStopped(services, stopped, {
    what: 'the provider does not push changes',
    next,
    subscriptionId: id,
  })
  await inTransaction(db, async (tx) => {
    await lockSettingUp(tx, members)
    await store.updateSubscription(tx, id, {
      delivery: 'poll',
      state: null,
      upkeepTime: now,
      attempts: 0,
      runner: null,
    })
    const isNew = (member: SubscriptionMember) =>
      delivery !== 'poll' || member.link.status !== 'active'
    await startSweeps(tx, {
      projectId,
      members: members.filter(isNew),
      // A change of the same moment may have a timestamp one second earlier.
      since: new Date(+now - 1_000),
      reason: 'The provider does not push its changes.',
      everySeconds: pollSeconds,
    })
    const warnings = [makeStoppedLine(stopped, 'The provider does not push changes', next)]
    for (const member of members) await recordSetUpSuccess(services, tx, member, { warnings })
    await enqueueSetUp(tx, { projectId, subscriptionId: id }, new Date(+now + upkeepMs))
  })
}

/** Records that the provider rejects the subscription; it is retried at the next maintenance. */
export async function failSetUp(
  services: Services,
  db: Db,
  {
    subscription: { id, projectId },
    members,
    stopped,
    goesOn = false,
  }: {
    subscription: store.SubscriptionRow
    members: readonly SubscriptionMember[]
    stopped: Stopped
    /** Whether the set-up continues with other members and schedules the next check itself. */
    goesOn?: boolean
  },
): Promise<void> {
  const error = stopped.error.message
  // The cause may be fixed at the provider without any notification.
  const again = getNow(upkeepMs)
  const next = `retrying at ${again.toISOString()}`
  warnStopped(services, stopped, { what: 'a subscription was refused', next, subscriptionId: id })
  // If only some members are new, the others keep their state.
  const isForNew = members.some(({ link }) => link.status !== 'active')
  const affected = members.filter(({ link }) => !isForNew || link.status !== 'active')
  await inTransaction(db, async (tx) => {
    await lockSettingUp(tx, affected)
    for (const { link, installation } of affected) {
      const { installationId, operationId, status } = link
      await store.updateLink(tx, installationId, {
        status: 'failed',
        error: error.slice(0, 1000),
        errorTime: link.errorTime ?? getNow(),
      })
      if (!operationId) continue
      const inWords = (what: string) => makeStoppedLine(stopped, what, next)
      if (status === 'pending') {
        await endSetUp(services, tx, { operationId, installation, error, inWords })
      } else if (status === 'active') {
        const line = inWords('The provider rejects the subscription')
        await logForMembers(tx, [link], { severity: 'error', ...line })
      }
    }
    if (!goesOn) await enqueueSetUp(tx, { projectId, subscriptionId: id }, again)
  })
}
