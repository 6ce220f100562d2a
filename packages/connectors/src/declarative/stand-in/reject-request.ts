import { isDeepStrictEqual } from 'node:util'
import { isMembers, getMembers } from '../../members.ts'
import { isContentParameter } from '../calls/content-parameters.ts'
import type { Reading } from '../calls/resolve.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import { fillStandInPath, standInValue } from './match-request.ts'
import type { RequestParameters } from './request-parameters.ts'

type Constants = Readonly<Record<string, unknown>>

/** What requests of a call always contain. */
interface RequiredConstants {
  headers?: Constants | undefined
  query?: Constants | undefined
  body?: Constants | undefined
  /** Parameters whose constant is a default: requests set the page, the time or the value of a piece. */
  variable?: ReadonlySet<string>
}

/** Returns what requests of a list always contain. */
export const listConstants = (reading: Reading): RequiredConstants => {
  const { headers, query, body, paging, since, until, window, variants, newestFirst } = reading
  const names = [
    'param' in paging ? paging.param : undefined,
    'size' in paging ? paging.size?.param : undefined,
    since?.name,
    until?.name,
    window?.from,
    window?.to,
    variants?.name,
    ...Object.keys(newestFirst ?? {}),
  ]
  return {
    headers,
    query,
    body,
    variable: new Set(names.filter((name) => name !== undefined)),
  }
}

/**
 * Returns the rejection of a request without a constant of its rules, as by a provider that requires it: a
 * version, an account, the members to expand.
 */
export function rejectMissing(
  { headers = {}, query = {}, body = {}, variable }: RequiredConstants,
  request: StandInRequest,
): StandInReply | undefined {
  const missingHeader = Object.entries(headers).find(
    ([name, value]) => isConstant(value) && request.headers[name.toLowerCase()] !== fill(value),
  )
  if (missingHeader) return reject(`The header ${missingHeader[0]} is required.`)

  const missing = Object.entries(query).find(([name, value]) => {
    if (Array.isArray(value)) return !isDeepStrictEqual(request.query.getAll(name), value.map(fill))
    const sent = request.query.get(name)
    return isConstant(value) && (variable?.has(name) ? sent === null : sent !== fill(value))
  })
  if (missing) return reject(`The parameter ${missing[0]} is required.`)

  if (Object.keys(body).length === 0) return undefined
  const sent = parseBody(request)
  const missingMember = Object.entries(body).find(
    ([name, value]) =>
      isConstant(value) &&
      (variable?.has(name) ? sent[name] === undefined : String(sent[name]) !== fill(value)),
  )
  return missingMember && reject(`The member ${missingMember[0]} is required.`)
}

/** Returns the constants of a list without which its records lack members. */
export const listContentConstants = ({ headers, query = {} }: Reading): RequiredConstants => ({
  headers,
  query: Object.fromEntries(Object.entries(query).filter(([name]) => isContentParameter(name))),
})

const dayMs = 86_400_000

/** Returns the rejection of a request that exceeds a limit of the list: the page, the range, the IDs. */
export function rejectExcess(reading: Reading, asked: RequestParameters): StandInReply | undefined {
  const { paging, variants, byId } = reading
  const size = paging.style === 'none' ? undefined : paging.size
  if (size?.max !== undefined && (asked.number(size) ?? 0) > size.max) {
    return reject(`${size.param} is at most ${size.max}.`)
  }
  const ids = byId?.style === 'list' ? asked.ids(reading) : undefined
  if (byId?.style === 'list' && ids && ids.length > byId.max) {
    return reject(`At most ${byId.max} IDs.`)
  }
  const value = variants && asked.value(variants.in ?? 'query', variants.name)
  // A filter of the time can be appended to the value.
  if (variants && !variants.values.some((one) => String(value).startsWith(one))) {
    return reject(`${variants.name} is one of ${variants.values.join(', ')}.`)
  }
  const range = asked.range(reading)
  // A minute of the future belongs to the last range, so that no record is missed.
  const max = (reading.window?.days ?? Infinity) * dayMs + 60_000
  return range && range.toMs - range.fromMs > max
    ? reject(`The range has at most ${reading.window?.days} days.`)
    : undefined
}

/** Returns the path of the pages after the first one, if it differs. */
export const findNextPath = ({ paging }: Reading): string | undefined =>
  paging.style === 'cursor' ? paging.next : undefined

export function isNextPath(reading: Reading, { path }: StandInRequest): boolean {
  const next = findNextPath(reading)
  return next !== undefined && fillStandInPath(next) === path
}

/** Returns the rejection of a request that has a cursor at the path of the first page, or more than a cursor at the other. */
export function rejectAtNextPath(
  reading: Reading,
  asked: RequestParameters,
): StandInReply | undefined {
  const { paging } = reading
  if (paging.style !== 'cursor' || paging.next === undefined) return undefined
  const { request } = asked
  const cursor = asked.value(paging.in ?? 'query', paging.param)
  const hasCursor = cursor !== undefined && cursor !== null
  const isNext = isNextPath(reading, request)
  if (isNext !== hasCursor) return reject(`${paging.param} belongs to the path of further pages.`)
  const count = Object.keys(parseBody(request)).length + [...request.query.keys()].length
  return isNext && count > 1 ? reject('Further pages have no other parameter.') : undefined
}

const reject = (message: string): StandInReply => ({ status: 400, body: { message } })

/** Values of a record, of fields or of a time differ from request to request. */
const isConstant = (value: unknown) =>
  !isMembers(value) && !Array.isArray(value) && !/(?<!\{)\{\w+\}/.test(String(value))

const fill = (value: unknown) => String(value).replaceAll(/\{\{\s*\.?\w+\s*\}\}/g, standInValue)

const parseBody = ({ body, headers }: StandInRequest): Constants =>
  body === ''
    ? {}
    : String(headers['content-type']).includes('form')
      ? Object.fromEntries(new URLSearchParams(body))
      : getMembers(JSON.parse(body))
