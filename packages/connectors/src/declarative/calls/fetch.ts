import {
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ReadPage,
} from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { roughSize } from './rough-size.ts'
import { pickLeftOut } from '../reading/below.ts'
import { placeInCursor } from '../reading/cursor.ts'
import { type Fetching, type FetchOutcome, fetchOutcomes } from './fetch-records.ts'

/** Where a read of a list whose records are requested one by one is. */
interface Place {
  /** Cursor of the page of the list; undefined for the first one. */
  page?: string
  /** Last record of the page that was requested, and the number of records up to it. */
  after?: string
  from?: number
  /** Whether any record of the read was received. */
  met?: true
  /** Number of records that were gone, until one was received. */
  gone?: number
}

/** Records of a list page; with them, the requests of their contents are few and small. */
export const listedAtATime = 100
/** Records per page of the read, and its size, so that little is repeated after an interruption. */
const maxRecords = 50
const maxBytes = 8 * 1024 * 1024
const callsAtATime = 4
/** Further attempts to request a record that the provider cannot return. */
const retryDelaysMs = [250, 1_000]
/** Share of a page's records that may be refused while the rest is read. */
const maxRejectedShare = 0.1
/** Records without any that exists, after which the rule is considered wrong. */
const maxGone = 3

/** The last page of a list per client, so that each is requested once while its records are. */
const latest = new WeakMap<ProviderClient, { key: string; got: ReadPage }>()

/**
 * Reads one page of a list that contains only IDs, and requests each record. The cursor contains the
 * page of the list and the last record, so that a read resumes there. Records that are gone are
 * skipped, and those that the provider refuses or cannot return make the read incomplete. An outage or a
 * rate limit ends the page before the record, so that nothing is requested twice.
 */
export async function readFetched(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    cursor,
    pageSize = Infinity,
    list,
    ...fetching
  }: Fetching & {
    cursor: string | undefined
    pageSize: number | undefined
    list: (cursor: string | undefined) => Promise<ReadPage>
  },
): Promise<ReadPage> {
  const { reading, object } = fetching
  const place: Place = placeInCursor(cursor)
  const key = JSON.stringify([object.name, reading.path, reading.query, place.page])
  const known = latest.get(client)
  const isKnown = (place.from ?? 0) > 0 && known?.key === key
  const listed = isKnown ? known.got : await list(place.page)
  latest.set(client, { key, got: listed })

  const start = startIn(listed.records, place)
  const max = Math.min(pageSize, Math.max(maxRecords, fetching.rules.ids?.max ?? 0))
  const wanted = listed.records.slice(start, start + max)
  const { records, done, gone, refused } = await fetchSome(provider, client, {
    ...fetching,
    wanted,
    hasMet: place.met === true,
  })
  const isMet = place.met === true || records.length > 0
  const allGone = isMet ? 0 : (place.gone ?? 0) + gone.length
  const end = start + done
  const isPageOver = end >= listed.records.length
  const isOver = isPageOver && listed.next === undefined
  if (!isMet && gone[0] && (isOver ? allGone > 1 : allGone >= maxGone)) throw gone[0]

  const following: Place | undefined = isOver
    ? undefined
    : {
        ...(isPageOver
          ? listed.next !== undefined && { page: listed.next }
          : {
              ...(place.page !== undefined && { page: place.page }),
              after: requireValue(listed.records[end - 1]).id,
              from: end,
            }),
        ...(isMet && { met: true as const }),
        ...(allGone > 0 && { gone: allGone }),
      }
  const incomplete =
    refused[0] === undefined
      ? listed.incomplete
      : `${refused.length} ${refused.length === 1 ? 'record' : 'records'} could not be read. ${refused[0].message}`
  return {
    records,
    ...(cursor === undefined && listed.asOf !== undefined && { asOf: listed.asOf }),
    ...(following && { next: JSON.stringify(following) }),
    ...(start === 0 && listed.unreadable !== undefined && { unreadable: listed.unreadable }),
    ...(start === 0 && pickLeftOut(listed)),
    ...(incomplete !== undefined && { incomplete }),
  }
}

/** Returns the contents of listed records, for a caller who needs a few at once. */
export async function fetchListed(
  provider: DeclarativeProvider,
  client: ProviderClient,
  fetching: Omit<Fetching, 'isBare'> & { wanted: readonly ProviderRecord[] },
): Promise<ProviderRecord[]> {
  const all: ProviderRecord[] = []
  for (let from = 0; from < fetching.wanted.length;) {
    const { records, done } = await fetchSome(provider, client, {
      ...fetching,
      wanted: fetching.wanted.slice(from, from + maxRecords),
      isBare: false,
      hasMet: all.length > 0,
    })
    all.push(...records)
    from += done
  }
  return all
}

/** After the record of the cursor has gone, its page is read again from the beginning. */
function startIn(records: readonly ProviderRecord[], { after, from = 0 }: Place): number {
  if (after === undefined) return 0
  if (records[from - 1]?.id === after) return from
  return records.findIndex(({ id }) => id === after) + 1
}

interface Some {
  records: ProviderRecord[]
  /** Number of records that were dealt with, from the first. */
  done: number
  gone: ProviderError[]
  refused: ProviderError[]
}

async function fetchSome(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    wanted,
    hasMet,
    ...fetching
  }: Fetching & { wanted: readonly ProviderRecord[]; hasMet: boolean },
): Promise<Some> {
  const { ids, atATime = callsAtATime } = fetching.rules
  const max = ids?.max ?? 1
  const groups = Array.from({ length: Math.ceil(wanted.length / max) }, (_, number) =>
    wanted.slice(number * max, (number + 1) * max),
  )
  const outcomes: FetchOutcome[][] = []
  let bytes = 0
  let next = 0
  let isOver = false
  const work = async () => {
    while (!isOver && next < groups.length) {
      const number = next++
      const found = await fetchOutcomes(provider, client, fetching, requireValue(groups[number]))
      outcomes[number] = found
      for (const one of found) {
        if ('failure' in one) isOver = true
        if ('record' in one) bytes += roughSize(one.record.raw, maxBytes)
      }
      if (bytes >= maxBytes) isOver = true
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, groups.length) }, work))

  const all = outcomes.flat()
  const isRejected = (one: FetchOutcome) => 'refused' in one
  const passes = await secondLook(provider, client, fetching, {
    all,
    hasMet,
    refused: all.filter(isRejected).length,
  })
  const some: Some = { records: [], done: 0, gone: [], refused: [] }
  for (const one of passes) {
    if ('failure' in one) {
      if (some.done === 0) throw one.failure
      break
    }
    some.done++
    if ('record' in one) some.records.push(one.record)
    else if ('gone' in one) some.gone.push(one.gone)
    else some.refused.push(one.refused)
  }
  return some
}

/**
 * Requests refused records again where that may help. If most of them stay refused, or no record is
 * returned at all, the fault is not that of a record: the page ends before the first of them.
 */
async function secondLook(
  provider: DeclarativeProvider,
  client: ProviderClient,
  fetching: Fetching,
  { all, hasMet, refused }: { all: readonly FetchOutcome[]; hasMet: boolean; refused: number },
): Promise<FetchOutcome[]> {
  if (refused === 0) return [...all]
  const received = all.filter((one) => 'record' in one).length
  const asFailure = (one: FetchOutcome): FetchOutcome =>
    'refused' in one ? { failure: one.refused } : one
  const max = Math.max(1, Math.floor(all.length * maxRejectedShare))
  if ((received === 0 && !hasMet) || refused > max) return all.map(asFailure)

  // Nothing was returned after the last ones, so this may be the beginning of an outage.
  const lastReceived = all.findLastIndex((one) => 'record' in one)
  const looked: FetchOutcome[] = []
  for (const [number, one] of all.entries()) {
    if (received > 0 && number > lastReceived && 'refused' in one && one.mayPass) {
      looked.push(asFailure(one))
      continue
    }
    let now = one
    for (const delayMs of retryDelaysMs) {
      if (!('refused' in now) || !now.mayPass) break
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      now = requireValue((await fetchOutcomes(provider, client, fetching, [now.listed]))[0])
    }
    looked.push(now)
  }
  return looked
}
