import { hash } from 'node:crypto'
import {
  WebhookRefusedError,
  type AppHandshake,
  type AppWebhooks,
  type ChallengeReply,
  type IncomingWebhook,
  type PushSubscribing,
  type SubscribingApp,
} from '@platform/connector'
import type { ProjectId, ProviderAppId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNow, getNowMs } from '@platform/kernel/values'
import { findProviderApp } from '@platform/tenancy/projects/provider-apps'
import * as appStore from './app-webhook-store.ts'
import * as store from '../store.ts'
import { openApp } from '../set-up/subscribe-request.ts'
import { hearEvents, noRoom, notProved, proveEvents } from '../hear-webhook.ts'

/** The time of the latest delivery is exact to this. */
const recordedEveryMs = 60_000

const acknowledged: ChallengeReply = { headers: {}, body: '' }

/**
 * Accepts a request at the URL of an app that its builder entered in the provider's console. The
 * provider checks the URL before there is a subscription, and sends the events of every account that
 * installed the app: those of accounts that are not connected are acknowledged and counted.
 */
export async function takeAppWebhook(
  services: Services,
  db: Db,
  {
    projectId,
    provider,
    providerAppId,
    subscribing,
    ofApp,
    incoming,
  }: {
    projectId: ProjectId
    provider: string
    providerAppId: ProviderAppId
    subscribing: PushSubscribing
    ofApp: AppWebhooks
    incoming: IncomingWebhook
  },
): Promise<ChallengeReply> {
  const row = await findProviderApp(db, providerAppId)
  const app = row?.provider === provider ? await openApp(services, db, providerAppId) : undefined
  if (!app) throw notProved()
  const about = { projectId, provider, providerAppId }
  try {
    const handshake = answerHandshake(ofApp, incoming, app)
    if (handshake) {
      const { token, isProved, reply } = handshake
      if (token !== undefined) await receiveToken(services, db, { ...about, token })
      if (isProved) await noteProved(db, about, { dropped: 0 })
      return reply
    }
    if (incoming.method !== 'POST') throw notProved()
    const { events, refusal } = proveEvents(subscribing, incoming, { app })
    const subscription = await store.findOfApp(db, { provider, providerAppId })
    const accounts = [...new Set(events.flatMap(({ workspaceRef }) => workspaceRef ?? []))]
    const findHearing = async (of: Db) =>
      subscription && accounts.length > 0
        ? appStore.findListeningAt(of, subscription.id, accounts)
        : []
    const listeners = await findHearing(db)
    const known = new Set(listeners.map(({ workspaceRef }) => workspaceRef))
    const dropped = events.filter(({ workspaceRef = null }) => !known.has(workspaceRef)).length
    await noteProved(db, about, { dropped })
    const { isFull } = subscription
      ? await hearEvents(db, {
          ...{ projectId, subscriptionId: subscription.id },
          ...{ events, listeners, findHearing },
        })
      : { isFull: false }
    if (isFull) throw noRoom()
    if (refusal) throw refusal
    return acknowledged
  } catch (error) {
    if (error instanceof Problem && error.kind === 'webhook-not-proved') {
      await appStore.recordRejected(db, about)
    }
    throw error
  }
}

/** Stores a token that nobody signed, unless the signatures of the app are verified already. */
async function receiveToken(
  services: Services,
  db: Db,
  { token, ...about }: { projectId: ProjectId; providerAppId: ProviderAppId; token: string },
): Promise<void> {
  const { verifiedTime, tokensUntil } =
    (await appStore.findAppWebhook(db, about.providerAppId)) ?? {}
  const isAccepted = !verifiedTime || (tokensUntil && tokensUntil > getNow())
  if (!isAccepted) {
    await appStore.recordIgnoredToken(db, about)
    return
  }
  await appStore.addToken(db, about, {
    token: await services.secrets.seal(about.projectId, token),
    fingerprint: hash('sha256', token, 'buffer'),
  })
}

function answerHandshake(
  ofApp: AppWebhooks,
  incoming: IncomingWebhook,
  app: SubscribingApp,
): AppHandshake | undefined {
  try {
    return ofApp.answer(incoming, app, getNow())
  } catch (error) {
    if (!(error instanceof WebhookRefusedError)) throw error
    if (error.status === 401) throw notProved()
    throw new Problem('malformed-json', { detail: error.message, cause: error })
  }
}

/** Records that a signed request has arrived. The first one retries subscriptions that wait for it. */
async function noteProved(
  db: Db,
  about: { projectId: ProjectId; provider: string; providerAppId: ProviderAppId },
  { dropped }: { dropped: number },
): Promise<void> {
  const known = await appStore.findAppWebhook(db, about.providerAppId)
  const isRecent =
    known?.deliveryTime && getNowMs() - known.deliveryTime.getTime() < recordedEveryMs
  if (dropped === 0 && isRecent) return
  const { projectId, provider } = about
  await inTransaction(db, async (tx) => {
    await appStore.recordProved(tx, about, { dropped })
    await appStore.deleteSettledTokens(tx, about.providerAppId)
    if (!known?.verifiedTime) await enqueue(tx, 'provider-app-saved', { projectId, provider })
  })
}
