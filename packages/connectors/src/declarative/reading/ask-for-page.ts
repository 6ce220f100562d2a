import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ReadRequest,
} from '@platform/connector'
import { checkPage } from './check-page.ts'
import { isPageAddress } from './next-links.ts'
import { findDrift } from './envelope-drift.ts'
import type { Position } from './position-state.ts'
import { makePiece } from './pieces.ts'
import {
  getPageSize,
  listSelectedNames,
  pageRequest,
  selectsFields,
  type Asked,
} from '../calls/request.ts'
import { isNothing, takeEmptyStatus, takeNothing, whyNoPage, whyPart } from './no-page.ts'
import { unreadable } from '../calls/errors.ts'
import { parseTime, takeRecords, type TakenRecords } from './records.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { listPlaces } from './whole.ts'

export interface Wanted {
  object: ResolvedObject
  reading: Reading
  position: Position
  request: Pick<ReadRequest, 'fieldNames' | 'since' | 'until' | 'pageSize'> &
    Pick<Asked, 'selectsAll'>
  found?: Asked['found']
}

/** Requests smaller pages until one is small enough. */
export async function askForPage(
  provider: DeclarativeProvider,
  client: ProviderClient,
  wanted: Wanted,
) {
  const { reading, request } = wanted
  let position = limitPageSize(reading, wanted.position, request.pageSize)
  for (;;) {
    try {
      return await askInParts(provider, client, { ...wanted, position })
    } catch (error) {
      const isTooLarge = error instanceof ProviderError && error.failure === 'too-large'
      const size = sizeAt(reading, position, request)
      const smaller = isTooLarge ? inSmaller(reading, position, size) : undefined
      if (!smaller) throw error
      position = smaller
    }
  }
}

const sizeAt = ({ paging }: Reading, position: Position, { pageSize }: Wanted['request']) =>
  getPageSize(paging, position.size ?? pageSize)

/**
 * Requests one page. If it selects more fields than a request may, each request selects a part of them at
 * the same position, and the parts are joined by ID.
 * @throws ProviderError `unavailable` if the parts do not have the same records
 */
export async function askInParts(
  provider: DeclarativeProvider,
  client: ProviderClient,
  wanted: Wanted,
) {
  const [first = wanted.request.fieldNames, ...others] = splitFields(wanted)
  const ask = (fieldNames: readonly string[]) =>
    askOnce(provider, client, { ...wanted, request: { ...wanted.request, fieldNames } })
  const page = await ask(first)
  let { records, cut } = page
  for (const fieldNames of others) {
    if (records.length === 0) break
    const part = await ask(fieldNames)
    const byId = new Map(part.records.map((record) => [record.id, record]))
    records = records.map((record) => joinParts(record, byId.get(record.id)))
    cut = cut && part.cut ? new Set([...cut, ...part.cut]) : (cut ?? part.cut)
    if (byId.size !== records.length) throw changedMeanwhile()
  }
  return { ...page, records, ...(cut && { cut }) }
}

/** Returns the fields of each request for a page. Links to pages contain the fields of their own. */
function splitFields({ reading, position, request }: Wanted): (readonly string[])[] {
  const { fieldNames, selectsAll } = request
  const max = reading.fieldsPerRequest
  const isLink = isFollowed(reading) && isPageAddress(position.at)
  if (max === undefined || selectsAll || isLink || !selectsFields(reading)) return [fieldNames]
  const keys = listSelectedNames(reading, [])
  const names = listSelectedNames(reading, fieldNames).filter((name) => !keys.includes(name))
  const room = Math.max(1, max - keys.length)
  if (names.length <= room) return [fieldNames]
  const parts = Math.ceil(names.length / room)
  return Array.from({ length: parts }, (_, n) => names.slice(n * room, (n + 1) * room))
}

const isFollowed = ({ paging: { style } }: Reading) => style === 'nextUrl' || style === 'linkHeader'

function joinParts(record: ProviderRecord, part: ProviderRecord | undefined): ProviderRecord {
  if (!part || part.updatedTime !== record.updatedTime) throw changedMeanwhile()
  return { ...record, raw: { ...record.raw, ...part.raw } }
}

/** A record of two versions, or with half of its fields, would be delivered as if it were whole. */
const changedMeanwhile = () =>
  new ProviderError('unavailable', 'The page changed while its fields were requested in parts.')

/** Requests one page; throws if it is too large. */
async function askOnce(provider: DeclarativeProvider, client: ProviderClient, wanted: Wanted) {
  const { object, reading, position, request, found } = wanted
  const size = sizeAt(reading, position, request)
  const prepareRequest = (): Asked => ({
    fieldNames: request.fieldNames,
    selectsAll: request.selectsAll,
    sinceMs: parseTime(request.since),
    untilMs: parseTime(request.until),
    size,
    headers: provider.declaration.headers ?? {},
    values: client.metadata,
    base: object.base,
    piece: makePiece(reading, position.piece ?? 0, {
      sinceMs: parseTime(request.since),
      untilMs: parseTime(request.until),
    }),
    found,
  })
  const response = await client.request(
    buildPerAttempt(() => ({
      ...pageRequest(reading, position, prepareRequest()),
      cutsDeepValues: true,
    })),
  )
  const page = { response, size, position }
  const empty = takeEmptyStatus(reading, position, response)
  if (empty) return { ...page, ...none, ...empty }
  const isIncremental = request.since !== undefined
  if (isNothing(response, isIncremental)) {
    return { ...page, ...none, ...takeNothing(reading, position, response) }
  }
  const rejected = whyNoPage(reading, position, response, provider.refusals)
  if (rejected) return { ...page, ...none, ...rejected }
  checkPage(provider, response, reading)
  const notices = provider.refusals.noticesIn(response.body)
  const isVouched = provider.refusals.vouchesFor(response)
  const taken = await takeRecords(response, reading, { isVouched })
  if (response.status === 202 && taken.items === 0) {
    throw unreadable(response, 'status 202 says that the list is still being prepared')
  }
  const { envelope } = position
  const isEmpty = taken.items === 0 && envelope !== undefined && !isVouched
  const drift = isEmpty
    ? findDrift(envelope, response.body, {
        records: reading.records,
        declared: listPlaces(reading),
      })
    : undefined
  const doubt = whyPart(response) ?? notices ?? drift
  return { ...page, ...(doubt !== undefined && { doubt }), ...taken }
}

const none: TakenRecords = { records: [], items: 0, unreadable: 0 }

/** Returns this position with at most this number of records per page. */
function limitPageSize({ paging }: Reading, position: Position, max: number | undefined): Position {
  const { at: place, size } = position
  if (max === undefined || size === undefined || size <= max) return position
  if (paging.style !== 'page') return { ...position, size: max }
  if (size % max > 0) return position
  return {
    ...position,
    at: (Number(place) - paging.start) * (size / max) + paging.start,
    size: max,
  }
}

/** Returns this position with a quarter of the page size; undefined if it cannot be smaller. */
function inSmaller(
  { paging }: Reading,
  position: Position,
  size: number | undefined,
): Position | undefined {
  if (size === undefined || size <= 1) return undefined
  if (paging.style !== 'page') return { ...position, size: Math.max(1, Math.floor(size / 4)) }

  // Page numbers depend on the size, so only a divisor keeps the position.
  const parts = [4, 5, 2, 3, 7].find((part) => size % part === 0) ?? size
  const page = Number(position.at ?? paging.start) - paging.start
  return { ...position, at: page * parts + paging.start, size: size / parts }
}
