import {
  ProviderError,
  type ProviderFailure,
  type ProviderResponse,
  type RateLimits,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { isPage, retryAfterMs } from '../../reply-headers.ts'
import { getAtDotPath } from './dot-path.ts'
import type { Declaration } from '../schema/entry.ts'
import { findEnvelopeError, type EnvelopeError } from './envelope-error.ts'
import { toRateLimits } from './rate-limits.ts'

/** Paths of error messages in replies, the most specific first. */
const usualMessages = [
  'error.message',
  'error.errors',
  'errorMessages',
  'errors',
  'error_description',
  'detail',
  'details',
  'message',
  'Message',
  'error',
  'error_message',
  'errorMessage',
  'messages',
  'reason',
  'description',
  'title',
  'fault.faultstring',
  'Fault.Error',
]

const worded = [
  'message',
  'detail',
  'Detail',
  'Message',
  'title',
  'error',
  'reason',
  'description',
  'code',
]

/**
 * Returns the message of an error: a text, a list of reasons, an object that contains one, or one
 * per field.
 */
export function findErrorWords(reason: unknown, depth = 0): string {
  if (typeof reason === 'string') return reason.slice(0, 1_000)
  if (typeof reason === 'number') return String(reason)
  if (typeof reason !== 'object' || reason === null || depth > 4) return ''
  if (Array.isArray(reason)) {
    const all = reason.slice(0, 20).map((one: unknown) => findErrorWords(one, depth + 1))
    return all.filter((one) => one !== '').join('. ')
  }
  const firstWords = worded.flatMap((name) => {
    const text = Object.hasOwn(reason, name)
      ? findErrorWords(getAtDotPath(reason, name), depth + 1)
      : ''
    return text === '' ? [] : [text]
  })[0]
  if (firstWords !== undefined) return firstWords
  const byField = Object.entries(reason).slice(0, 20)
  return byField
    .flatMap(([name, one]) => {
      const text = findErrorWords(one, depth + 1)
      return text === '' ? [] : [`${name}: ${text}`]
    })
    .join('. ')
}

const failures: Readonly<Record<number, ProviderFailure>> = {
  401: 'credentials',
  403: 'permission',
  404: 'not-found',
  408: 'unavailable',
  409: 'conflict',
  410: 'not-found',
  // Statuses outside of the standard: too many requests, and states that pass.
  420: 'rate-limit',
  421: 'unavailable',
  423: 'unavailable',
  424: 'unavailable',
  425: 'unavailable',
  429: 'rate-limit',
  430: 'rate-limit',
  444: 'unavailable',
  440: 'credentials',
  449: 'unavailable',
  460: 'unavailable',
  498: 'credentials',
}

/** Detects rejections by the provider. */
export class Refusals {
  readonly #rules: NonNullable<Declaration['errors']>
  readonly #isGraphQL: boolean
  readonly #limits: RateLimits | undefined

  constructor(declaration: Declaration) {
    const { errors = {}, objects = {} } = declaration
    this.#limits = toRateLimits(declaration)
    this.#rules = errors
    this.#isGraphQL = Object.values(objects).some(({ read }) => read?.graphql)
  }

  /** Throws if a reply is a rejection; otherwise returns it. */
  check(response: ProviderResponse): ProviderResponse {
    if (response.status < 200 || response.status >= 300 || this.#isRefusal(response.body)) {
      throw this.toProviderError(response)
    }
    return response
  }

  /**
   * Throws if the reply to a request of a list, or of anything else with declared members, is a rejection
   * or names an error in its envelope. `declared` are places that have another meaning.
   */
  checkPage(
    response: ProviderResponse,
    { records, declared = [] }: { records: string; declared?: readonly string[] },
  ): ProviderResponse {
    this.check(response)
    const { ok, notices = [] } = this.#rules
    const found = findEnvelopeError(response.body, {
      records,
      exempt: [...declared, ...notices, ...(ok === undefined ? [] : [ok])],
    })
    if (found) throw this.toProviderError(response, found)
    return response
  }

  /**
   * Throws if the reply to a write names an error in its envelope. `results` is the place of the results of a
   * batch.
   */
  checkWritten(response: ProviderResponse, { results }: { results: string }): void {
    const { ok, notices = [] } = this.#rules
    const exempt = [...notices, ...(ok === undefined ? [] : [ok])]
    const found = findEnvelopeError(response.body, { records: results, exempt })
    if (!found) return
    const error = this.toProviderError(response, found)
    const isPassing = error.failure !== 'unavailable' || passingWords.test(error.message)
    if (isPassing) throw error
    throw new ProviderError('bad-request', error.message, {
      status: error.status,
      code: error.code,
    })
  }

  /** Reports whether the entry names a sign of success, and the reply has it. */
  vouchesFor({ body }: ProviderResponse): boolean {
    const { ok } = this.#rules
    return ok !== undefined && isMembers(body) && getAtDotPath(body, ok) === true
  }

  /** Reports whether the reply has a message where the entry declares those of errors. */
  hasDeclaredMessage({ body }: ProviderResponse): boolean {
    const places = this.#rules.message ?? []
    return places.some((place) => findErrorWords(getAtDotPath(body, place)) !== '')
  }

  /** Returns the notices of a successful reply, as a sentence; undefined if there are none. */
  noticesIn(body: unknown): string | undefined {
    for (const place of this.#rules.notices ?? []) {
      const words = findErrorWords(getAtDotPath(body, place))
      if (words !== '') {
        return `The reply contains notices at ${place}: ${words.slice(0, 500).replace(/\.$/, '')}.`
      }
    }
    return undefined
  }

  /** Reports whether the reply has a code that the entry declares for rejected credentials. */
  refusesCredential({ body }: ProviderResponse): boolean {
    const code = isMembers(body) ? this.#findCode(body) : undefined
    return code !== undefined && this.#meaningOf(code) === 'credentials'
  }

  #isRefusal(body: unknown): boolean {
    const { ok, codes } = this.#rules
    if (ok !== undefined && isMembers(body) && getAtDotPath(body, ok) === false) return true
    const code = isMembers(body) ? this.#textAt(body, this.#rules.code) : undefined
    if (code !== undefined && codes !== undefined && Object.hasOwn(codes, code)) return true
    return (
      this.#isGraphQL && isMembers(body) && Array.isArray(body.errors) && body.errors.length > 0
    )
  }

  toProviderError(response: ProviderResponse, inEnvelope?: EnvelopeError): ProviderError {
    const { status, headers, body } = response
    const code = this.#findCode(body)
    const failure =
      (code !== undefined && this.#meaningOf(code)) ||
      (inEnvelope ? failureInEnvelope(inEnvelope, body) : undefined) ||
      (status >= 200 && status < 300 ? classifyAccepted(code, body) : classifyFailure(response))
    return new ProviderError(failure, this.#messageOf(body, status), {
      status,
      code,
      retryAfterMs:
        retryAfterMs(headers) ?? (failure === 'rate-limit' ? this.#resetMs(response) : undefined),
    })
  }

  /** Returns when calls are available again, by the entry's header, if none are left. */
  #resetMs(response: ProviderResponse): number | undefined {
    const readings = this.#limits?.read?.(response) ?? []
    return readings.find(({ remaining }) => remaining === 0)?.resetMs
  }

  #findCode = (body: unknown) => this.#textAt(body, this.#rules.code) ?? this.#graphqlCode(body)

  #meaningOf(code: string): ProviderFailure | undefined {
    const { codes = {} } = this.#rules
    return Object.hasOwn(codes, code) ? codes[code] : undefined
  }

  #graphqlCode = (body: unknown) =>
    this.#isGraphQL ? this.#textAt(body, 'errors.0.extensions.code') : undefined

  #messageOf(body: unknown, status: number): string {
    for (const place of [...(this.#rules.message ?? []), ...usualMessages]) {
      const text = findErrorWords(getAtDotPath(body, place))
      if (text !== '') return text.slice(0, 1_000)
    }
    const isPlain = typeof body === 'string' && body.trim() !== '' && !/^\s*</.test(body)
    if (isPlain) return body.trim().slice(0, 1_000)
    return `The provider replied with status ${status} and an unreadable body.`
  }

  #textAt(body: unknown, place: string | undefined): string | undefined {
    if (place === undefined) return undefined
    const found = getAtDotPath(body, place)
    const text = Array.isArray(found)
      ? found.filter((one) => typeof one === 'string').join('. ')
      : found
    if (typeof text === 'number') return String(text)
    return typeof text === 'string' && text !== '' ? text.slice(0, 1_000) : undefined
  }
}

/** Words of failures that pass, after which a write may have been carried out. */
const passingWords =
  /busy|time.?d?.?out|unavailable|temporar|internal|try.?again|later|overload|maintenance|unreadable/i

const limitWords = /rate.?limit|too.?many.?(?:requests|calls)|throttl|quota exceeded/i

/**
 * A reply with the status of a success proves nothing about credentials, nor that a list is gone: the
 * request is repeated.
 */
function failureInEnvelope({ place, status }: EnvelopeError, body: unknown): ProviderFailure {
  const isLimit = status === 429 || limitWords.test(findErrorWords(getAtDotPath(body, place)))
  if (isLimit || limitWords.test(findErrorWords(body))) return 'rate-limit'
  return status === 401 || status === 403 ? 'permission' : 'unavailable'
}

const passingCodes = /^(?:internal_?(?:server_?)?error|service_?unavailable|time_?out|timed_?out)$/i

/** What a rejection with the status of a success means, as GraphQL has them. */
function classifyAccepted(code: string | undefined, body: unknown): ProviderFailure {
  if (limitWords.test(`${code ?? ''} ${findErrorWords(body)}`)) return 'rate-limit'
  return passingCodes.test(code ?? '') ? 'unavailable' : 'bad-request'
}

/** A limit in these words is no rejection, whatever the status. */
const limitReached =
  /\b(?:rate|request|call|api|usage)[ _-]?(?:limit|quota)\w*[ _-](?:is |was |has been )?(?:exceeded|reached)|limit exceeded for|quota[ _-]exceeded|too[ _-]many[ _-](?:requests|calls)|\bthrottled\b/i

function classifyFailure(response: ProviderResponse): ProviderFailure {
  const { status } = response
  if ([403, 404, 405, 410].includes(status) && isPage(response)) return 'unavailable'
  if ((status === 400 || status === 403) && limitReached.test(findErrorWords(response.body))) {
    return 'rate-limit'
  }
  if (status >= 500) return 'unavailable'
  return status < 400 ? 'unavailable' : (failures[status] ?? 'bad-request')
}

/** Error for a reply that is not the provider's: a page of a proxy, or an unexpected format. */
export const unreadable = (response: ProviderResponse, what: string) =>
  new ProviderError('unavailable', `The reply of the provider is invalid: ${what}.`, {
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers),
  })
