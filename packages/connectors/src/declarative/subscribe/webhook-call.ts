import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { setAtDotPath } from '../calls/dot-path.ts'
import { encodeForm } from '../calls/form.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { fillHeaders } from '../calls/request.ts'
import { fillIn, fillInBody, pathStep } from '../calls/templates.ts'
import type { SubscribeRules, WebhookCall } from './rules.ts'

/** Values of the variables in a call. */
export type Texts = Readonly<Record<string, string>>

/** Returns the variables of an event's name: the whole, and its parts. */
export const templateTexts = (event: string): Texts => ({
  event,
  ...Object.fromEntries(event.split('.').map((part, n) => [`event.${n + 1}`, part])),
})

/** Returns the part of an ID after its last slash: of `https://api.acme.test/hooks/7`, `7`. */
export const getEnd = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

const variable = /\{([A-Za-z]+(?:\.\d)?)(:end)?\}/g

/** Fills in the variables at all levels. A text that is only `{name:int}` becomes a number. */
export function fillTexts(value: unknown, texts: Texts): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\{([A-Za-z]+):int\}$/.exec(value) ?? []
    if (name !== undefined) return Object.hasOwn(texts, name) ? toInteger(texts[name]) : value
    return fillText(value, texts, (text) => text)
  }
  if (Array.isArray(value)) return value.map((one) => fillTexts(one, texts))
  if (!isMembers(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fillTexts(inner, texts)]),
  )
}

function fillText(template: string, texts: Texts, write: (value: string) => string): string {
  return template.replaceAll(variable, (whole, name: string, end: string | undefined) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined
    if (text === undefined) return whole
    return write(end === undefined ? text : getEnd(text))
  })
}

function toInteger(text: string | undefined): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) {
    throw new ProviderError('bad-request', `${JSON.stringify(text)} is not a number.`)
  }
  return number
}

/** Fills in variables and values of the connection in a path. */
export const fillPath = (
  path: string,
  texts: Texts,
  values: Readonly<Record<string, string>>,
): string => fillText(fillIn(path, values, pathStep), texts, pathStep)

/** Returns the values of an ID that consists of two. */
const listIdParts = (id: string): Texts =>
  Object.fromEntries(id.split(' ').map((part, n) => [`id.${n + 1}`, part]))

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
  const all = id === undefined ? texts : { ...texts, id, ...listIdParts(id) }
  const makeContent = () => {
    const content = body && fillTexts(fillInBody(body, client.metadata), all)
    if (list && isMembers(content)) setAtDotPath(content, list.at, list.items)
    return content === undefined ? {} : { body: form ? encodeForm(content) : content }
  }
  const headers = () => fillHeaders({ headers: declaration.headers ?? {}, values: client.metadata })
  return client.request(
    buildPerAttempt(() => ({
      method,
      path: fillPath(path, all, client.metadata),
      query: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          fillIn(String(fillTexts(String(value), all)), client.metadata),
        ]),
      ),
      headers: form
        ? { ...headers(), 'content-type': 'application/x-www-form-urlencoded' }
        : headers(),
      ...makeContent(),
    })),
  )
}
