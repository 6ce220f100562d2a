import { randomUUID } from 'node:crypto'
import { buildPerAttempt, type ProviderClient, type ProviderResponse } from '@platform/connector'
import { readClockMs } from '../../clock.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import { unreadable } from '../calls/errors.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { fillHeaders } from '../calls/request.ts'
import { readTime } from '../calls/times.ts'
import type { SubscribeRules } from './rules.ts'
import { callAboutWebhook, fillPath, type Texts } from './webhook-call.ts'

/** Where webhooks are created, and how. */
export interface WebhookParty {
  provider: DeclarativeProvider
  rules: SubscribeRules
  client: ProviderClient
}

/** Creates a webhook; one that cannot be activated or verified is removed again. */
export async function createWebhook(
  { provider, rules, client }: WebhookParty,
  texts: Texts,
  {
    list,
    number,
  }: { list?: { at: string; items: readonly unknown[] } | undefined; number?: string | undefined },
): Promise<{ id: string; secret: string | undefined; expires: WebhookEnding | undefined }> {
  const { id: place, start, expires: ending, secret, secretPath, activate, ...call } = rules.create
  const from = start && (await findStart(provider, client, start))
  const response = await callAboutWebhook(provider, client, {
    call: { method: 'POST', ...call },
    texts: { ...texts, uuid: randomUUID(), ...(from !== undefined && { start: from }) },
    list,
  })
  provider.refusals.check(response)
  const found = place === undefined ? [number] : [place].flat().map((one) => findIn(response, one))
  const parts = found.map((one) => (typeof one === 'number' ? String(one) : one))
  const id = parts.join(' ')
  if (parts.some((one) => typeof one !== 'string' || one === '')) {
    // Some providers reject one of several webhooks with the status of a success.
    if (provider.refusals.hasDeclaredMessage(response)) {
      throw provider.refusals.toProviderError(response)
    }
    throw unreadable(response, `the reply has no webhook ID at ${[place ?? ''].flat().join(', ')}`)
  }
  const expires = ending && readEnding(response, ending)
  try {
    if (activate) {
      const activation = { method: 'POST' as const, ...activate }
      const reply = await callAboutWebhook(provider, client, { call: activation, texts, id, list })
      provider.refusals.check(reply)
    }
    if (secret === undefined) return { id, secret: undefined, expires }
    const reply =
      secretPath === undefined
        ? response
        : await askAboutWebhook(provider, client, secretPath, { id })
    const replySecret = getAtDotPath(reply.body, secret)
    if (typeof replySecret === 'string' && replySecret !== '') {
      return { id, secret: replySecret, expires }
    }
    throw unreadable(reply, `the reply has no webhook secret at ${secret}`)
  } catch (error) {
    // It sends nothing that could be verified. The original error is reported.
    await Promise.allSettled([removeWebhook({ provider, rules, client }, id, texts['parent'])])
    throw error
  }
}

/** When a webhook expires, and when it must be renewed at the latest. */
export interface WebhookEnding {
  ms: number
  renewMs: number
}

/** Returns the value from which a provider reports changes. */
async function findStart(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { path, at: place }: NonNullable<SubscribeRules['create']['start']>,
): Promise<string> {
  const response = await askAboutWebhook(provider, client, path)
  const found = getAtDotPath(response.body, place)
  const text = typeof found === 'number' ? String(found) : found
  if (typeof text === 'string' && text !== '') return text
  throw unreadable(response, `the reply has no value at ${place}`)
}

/** Returns the expiry time that a provider chose; undefined if the reply has none in the future. */
function readEnding(
  { body }: ProviderResponse,
  { field, format }: NonNullable<SubscribeRules['create']['expires']>,
): WebhookEnding | undefined {
  const ms = readTime(getAtDotPath(body, field), format)
  const now = readClockMs()
  return ms !== undefined && ms > now ? { ms, renewMs: now + (ms - now) / 2 } : undefined
}

function findIn({ headers, body }: ProviderResponse, place: string): unknown {
  if (!place.startsWith('header:')) return getAtDotPath(body, place)
  const name = place.slice('header:'.length).toLowerCase()
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
}

/** Sends a GET request about webhooks. */
export async function askAboutWebhook(
  provider: DeclarativeProvider,
  client: ProviderClient,
  path: string,
  texts: Texts = {},
): Promise<ProviderResponse> {
  const { headers = {} } = provider.declaration
  const response = await client.request(
    buildPerAttempt(() => ({
      path: fillPath(path, texts, client.metadata),
      headers: fillHeaders({ headers, values: client.metadata }),
    })),
  )
  provider.refusals.check(response)
  return response
}

/** Removes a webhook; a missing one is ignored. */
export async function removeWebhook(
  { provider, rules, client }: WebhookParty,
  id: string,
  parent?: string,
): Promise<void> {
  const call = { method: 'DELETE' as const, ...rules.delete }
  const texts: Texts = { ...(parent !== undefined && { parent }) }
  if (rules.deactivate) {
    const deactivation = { method: 'POST' as const, ...rules.deactivate }
    const reply = await callAboutWebhook(provider, client, { call: deactivation, texts, id })
    if (isWebhookGone(reply)) return
    provider.refusals.check(reply)
  }
  const response = await callAboutWebhook(provider, client, { call, texts, id })
  if (!isWebhookGone(response)) provider.refusals.check(response)
}

export const isWebhookGone = ({ status }: ProviderResponse) => status === 404 || status === 410
