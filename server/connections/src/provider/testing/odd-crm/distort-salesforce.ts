import { pickBy, type Random } from '@platform/testing/seeded'
import { isObject, listUnusable, without, withBody } from './distort.ts'
import type { CrmCall, CrmReply, Oddness } from './proxy.ts'

const json = { 'content-type': 'application/json' }
const locators = '/services/data/v60.0/query/odd-'

const refusals: readonly [number, string][] = [
  [400, 'QUERY_TIMEOUT'],
  [401, 'INVALID_SESSION_ID'],
  [403, 'REQUEST_LIMIT_EXCEEDED'],
  [403, 'TXN_SECURITY_METERING_ERROR'],
  [404, 'INVALID_QUERY_LOCATOR'],
  [400, 'INVALID_QUERY_LOCATOR'],
  [200, 'INVALID_SESSION_ID'],
  [200, 'SERVER_UNAVAILABLE'],
  [500, 'UNKNOWN_EXCEPTION'],
  [503, 'SERVER_UNAVAILABLE'],
]

const refuse = (status: number, errorCode: string): CrmReply => ({
  status,
  headers: json,
  body: [{ errorCode, message: `${errorCode}: not now` }],
})

/** Makes a Salesforce odd. `hidden` are IDs of records whose transaction has not yet ended. */
export function makeSalesforceOdd(
  random: Random,
  { share, hidden }: { share: number; hidden: Set<string> },
): Oddness {
  const pick = pickBy(random)
  const rests = new Map<string, CrmReply>()

  /** Returns a part of the page, and keeps the rest behind a locator of its own. */
  function shorten(reply: CrmReply, records: readonly unknown[]): CrmReply {
    const count = Math.floor(random() * (records.length + 1))
    const path = `${locators}${rests.size}-${count}`
    rests.set(path, withBody(reply, { records: records.slice(count) }))
    const nextRecordsUrl = pick([path, path, `https://elsewhere.example${path}`])
    return withBody(reply, { records: records.slice(0, count), done: false, nextRecordsUrl })
  }

  function spoil({ url }: CrmCall, reply: CrmReply): CrmReply | 'cut' {
    const records = isObject(reply.body) ? reply.body['records'] : undefined
    const rows = Array.isArray(records) ? (records as unknown[]) : []
    const [first] = rows
    return pick<() => CrmReply | 'cut'>([
      () => pick(listUnusable(random, reply)),
      () => refuse(...pick(refusals)),
      () => 'cut',
      () => withBody(reply, { records: null }),
      () => withBody(reply, { records: [] }),
      () => withBody(reply, { records: [], errors: [{ message: 'busy' }] }),
      () => withBody(reply, { records: rows.slice(0, rows.length / 2) }),
      () => withBody(reply, { records: [...rows, null] }),
      // One record twice, in place of another.
      () => withBody(reply, { records: [...rows.slice(1, 2), ...rows.slice(1)] }),
      () => withBody(reply, { records: [...rows, { attributes: { type: 'Contact' } }] }),
      () => withBody(reply, { records: rows.map((row) => (row === first ? null : row)) }),
      () => without(withBody(reply, { done: false }), 'nextRecordsUrl'),
      () => without(withBody(reply, { done: true }), 'nextRecordsUrl'),
      () => without(reply, 'totalSize'),
      () => withBody(reply, { totalSize: 0 }),
      () => withBody(reply, { totalSize: '12' }),
      () => withBody(reply, { totalSize: null }),
      () => withBody(reply, { done: false, nextRecordsUrl: url.pathname + url.search }),
      () => withBody(reply, { nextRecordsUrl: null }),
      () => withBody(reply, { nextRecordsUrl: 7 }),
    ])()
  }

  return {
    random,
    aheadMs: pick([0, 0, 3_600_000]),
    answerItself: ({ url }) => rests.get(url.pathname),
    distort: (call, reply) => {
      const seen = hide(reply, hidden)
      const records = isObject(seen.body) ? seen.body['records'] : undefined
      const shown =
        Array.isArray(records) && seen.status === 200 && random() < share
          ? shorten(seen, records)
          : seen
      return random() < share ? spoil(call, shown) : shown
    },
  }
}

function hide(reply: CrmReply, hidden: ReadonlySet<string>): CrmReply {
  if (hidden.size === 0 || !isObject(reply.body) || !Array.isArray(reply.body['records'])) {
    return reply
  }
  const { records, totalSize } = reply.body
  const kept = (records as unknown[]).filter(
    (row) => !isObject(row) || !hidden.has(String(row['Id'])),
  )
  return withBody(reply, { records: kept, totalSize: Number(totalSize) - hidden.size })
}
