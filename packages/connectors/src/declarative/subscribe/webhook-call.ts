import { buildPerAttempt, type ProviderClient, type ProviderResponse } from '@platform/connector'
import { isMembers } from '../../members.ts'
import { setAtDotPath } from '../dot-path.ts'
import { encodeForm } from '../form.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { fillHeaders } from '../request.ts'
import { fillIn, pathStep } from '../templates.ts'
import type { SubscribeRules, WebhookCall } from './rules.ts'

/** Values of the variables in a call. */
export type Texts = Readonly<Record<string, string>>

/** Returns the variables of an event's name: the whole, and its parts. */
export const templateTexts = (event: string): Texts => ({
  event,
  ...Object.fromEntries(event.split('.').map((part, n) => [`event.${n + 1}`, part])),
})

/** Fills in the variables at all levels. */
export function fillTexts(value: unknown, texts: Texts): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{([A-Za-z]+(?:\.\d)?)\}/g, (whole, name: string) =>
      Object.hasOwn(texts, name) ? (texts[name] ?? whole) : whole,
    )
  }
  if (Array.isArray(value)) return value.map((one) => fillTexts(one, texts))
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillTexts(inner, texts)]),
  )
}

/** Sends a call about a webhook; the caller handles rejections. */
export async function callAboutWebhook(
  { declaration }: DeclarativeProvider,
  client: ProviderClient,
  {
    call: { method, path, query = {}, body, form },
    texts,
    id,
    list,
  }: {
    call: WebhookCall & { method: NonNullable<WebhookCall['method']> }
    texts: Texts
    id?: string | undefined
    list?:
      | { at: NonNullable<SubscribeRules['events']>['at']; items: readonly unknown[] }
      | undefined
  },
): Promise<ProviderResponse> {
  const all = id === undefined ? texts : { ...texts, id }
  const content = body && fillTexts(structuredClone(body), all)
  if (list && isMembers(content)) setAtDotPath(content, list.at, list.items)
  const headers = () => fillHeaders({ headers: declaration.headers ?? {}, values: client.metadata })
  return client.request(
    buildPerAttempt(() => ({
      method,
      path: fillIn(path, client.metadata, pathStep).replaceAll('{id}', () => pathStep(id ?? '')),
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          fillIn(String(fillTexts(String(value), all)), client.metadata),
        ]),
      ),
      headers: form
        ? { ...headers(), 'content-type': 'application/x-www-form-urlencoded' }
        : headers(),
      ...(content !== undefined && { body: form ? encodeForm(content) : content }),
    })),
  )
}
