import { pickBy, type Random } from '@platform/testing/seeded'
import { isObject, listUnusable, without, withBody } from './distort.ts'
import type { CrmCall, CrmReply, Oddness } from './proxy.ts'

const json = { 'content-type': 'application/json' }

const refusals: readonly [number, object][] = [
  [400, { status: 'error', category: 'VALIDATION_ERROR', message: 'Invalid after' }],
  [401, { status: 'error', category: 'EXPIRED_AUTHENTICATION', message: 'The token expired' }],
  [423, { status: 'error', category: 'LOCKED', message: 'Locked' }],
  [429, { status: 'error', errorType: 'RATE_LIMIT', policyName: 'SECONDLY', message: 'secondly' }],
  [429, { status: 'error', policyName: 'TEN_SECONDLY_ROLLING' }],
  [477, { message: 'Migration in progress' }],
  [200, { status: 'error', category: 'RATE_LIMITS', message: 'Busy' }],
  [200, { status: 'error', message: 'Internal', results: [] }],
  [207, { status: 'COMPLETE', results: [], errors: [{ status: 'error', category: 'INTERNAL' }] }],
  [500, { status: 'error', message: 'internal error', correlationId: 'c' }],
]

/** Makes a HubSpot odd. `hidden` are IDs of records that the search does not return yet. */
export function makeHubspotOdd(
  random: Random,
  { share, hidden }: { share: number; hidden: Set<string> },
): Oddness {
  const pick = pickBy(random)

  function spoil({ url, body }: CrmCall, reply: CrmReply): CrmReply | 'cut' {
    const results = isObject(reply.body) ? reply.body['results'] : undefined
    const rows = Array.isArray(results) ? (results as unknown[]) : []
    const [first] = rows
    const after = url.searchParams.get('after') ?? (isObject(body) ? body['after'] : undefined)
    // Lists have no total: what they omit cannot be noticed.
    const isCounted = isObject(reply.body) && 'total' in reply.body
    const busy = { status: 'error', category: 'INTERNAL_ERROR', message: 'busy' }
    return pick<() => CrmReply | 'cut'>([
      () => pick(listUnusable(random, reply)),
      () => {
        const [status, refusal] = pick(refusals)
        return { status, headers: json, body: refusal }
      },
      () => 'cut',
      () => withBody(reply, { results: null }),
      () => (isCounted || hasNext(reply) ? withBody(reply, { results: [] }) : reply),
      () => withBody(reply, { results: [], errors: [busy] }),
      () => ({ ...withBody(reply, { results: rows.slice(1), errors: [busy] }), status: 207 }),
      () => (isCounted ? withBody(reply, { results: rows.slice(0, rows.length / 2) }) : reply),
      () => (isCounted ? withBody(reply, { results: rows.toReversed() }) : reply),
      () => withBody(reply, { results: [...rows, null] }),
      () => withBody(reply, { results: [...rows, { properties: {} }] }),
      () => withBody(reply, { results: rows.map((row) => (row === first ? null : row)) }),
      () => withBody(reply, { results: rows.map((row) => withoutProperties(row, row === first)) }),
      () => (isCounted ? without(reply, 'paging') : reply),
      () => (isCounted ? withBody(reply, { paging: null }) : reply),
      () => (isCounted ? withBody(reply, { paging: { next: null } }) : reply),
      () => withBody(reply, { paging: { next: {} } }),
      () => withBody(reply, { paging: { next: { after: '' } } }),
      () => withBody(reply, { paging: { next: { after: after ?? '1' } } }),
      () => without(reply, 'total'),
      () => withBody(reply, { total: 0 }),
      () => withBody(reply, { total: null }),
      () => withBody(reply, { total: 1_000_000 }),
    ])()
  }

  return {
    random,
    aheadMs: pick([0, 0, 3_600_000]),
    distort: (call, reply) => {
      const seen = hide(reply, hidden)
      return random() < share ? spoil(call, seen) : seen
    },
  }
}

const hasNext = ({ body }: CrmReply) => isObject(body) && isObject(body['paging'])

const withoutProperties = (row: unknown, isChosen: boolean): unknown => {
  if (!isChosen || !isObject(row)) return row
  const { properties: _properties, ...rest } = row
  return rest
}

function hide(reply: CrmReply, hidden: ReadonlySet<string>): CrmReply {
  if (hidden.size === 0 || !isObject(reply.body) || !Array.isArray(reply.body['results'])) {
    return reply
  }
  const { results, total } = reply.body
  const kept = (results as unknown[]).filter(
    (row) => !isObject(row) || !hidden.has(String(row['id'])),
  )
  return withBody(reply, {
    results: kept,
    ...(typeof total === 'number' && { total: total - hidden.size }),
  })
}
