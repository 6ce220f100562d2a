import { pickBy, type Random } from '@platform/testing/seeded'

const styles = [
  'none',
  'cursor',
  'nextUrl',
  'linkHeader',
  'offset',
  'page',
  'lastId',
  'graphql',
] as const
const places = ['list', 'below', 'fetch', 'together', 'csv', 'range', 'jsonl'] as const
const schemes = ['none', 'header', 'query', 'basic'] as const
/**
 * `endless` lists name a next page behind the last record, `zero` is a cursor for none, the pages of `inclusive`
 * ones begin with the last record of the one before, `anew` is what follows the last page by number, and `keyed`
 * lists are objects.
 */
const habits = ['usual', 'endless', 'zero', 'inclusive', 'anew', 'keyed'] as const
type OrchardStyle = (typeof styles)[number]
type OrchardPlace = (typeof places)[number]

export interface Tree {
  id: string
  name: string
  grove: string
  /** When it was changed. */
  at: number
}

/** A provider that answers oddly, made from a seed. */
export interface Scenario {
  random: Random
  style: OrchardStyle
  place: OrchardPlace
  scheme: (typeof schemes)[number]
  /** Records per page at most. */
  size: number
  trees: readonly Tree[]
  groves: readonly string[]
  /** How the end of a list is shown besides an empty page or a missing cursor. */
  sign: 'none' | 'more' | 'total'
  /** What pages do that no entry declares. */
  habit: (typeof habits)[number]
  /** How the list of changes is narrowed: by a filter, or in an order that the provider may ignore. */
  changes: 'filtered' | 'sorted' | 'unsorted'
  /** The grove whose list is refused. */
  refused: string | undefined
  /** Share of replies that are odd. */
  oddness: number
  /** How far the provider's clock is ahead. */
  aheadMs: number
  /** Whether times are written in the zone of the account, without it. */
  isZoneless: boolean
  base: string
  /** Whether a record is deleted while the list is read. */
  shrinks: boolean
  deleted: Set<string>
}

const hourMs = 3_600_000

export function createScenario(random: Random, base: string): Scenario {
  const pick = pickBy(random)
  const isLong = random() < 0.3
  const count = Math.floor(random() * 40)
  const first = isLong ? 9_007_199_254_740_992n : 1n
  const groves = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, n) => String(n + 1))
  const now = Date.now()
  const style = pick(styles)
  return {
    random,
    style,
    place: style === 'graphql' ? 'list' : pick(places),
    scheme: pick(schemes),
    size: 2 + Math.floor(random() * 8),
    groves,
    trees: Array.from({ length: count }, (_, n) => ({
      id: String(first + BigInt(n)),
      name: `Café Zürich ${n}`,
      grove: pick(groves),
      at: now - Math.floor(random() * 48 * hourMs),
    })),
    sign: pick(['none', 'more', 'total']),
    habit: random() < 0.4 ? pick(habits) : 'usual',
    changes: pick(['filtered', 'filtered', 'sorted', 'unsorted']),
    refused: groves.length > 1 && random() < 0.2 ? pick(groves) : undefined,
    oddness: pick([0, 0.05, 0.2]),
    aheadMs: pick([0, 0, hourMs]),
    isZoneless: random() < 0.3,
    base,
    shrinks: random() < 0.5,
    deleted: new Set(),
  }
}

function toPaging({ style, size, sign }: Scenario): object {
  const sized = { size: { param: 'size', max: size } }
  const more = sign === 'more' ? { more: 'more' } : {}
  switch (style) {
    case 'none':
      return { style }
    case 'cursor':
      return { style, from: 'next', param: 'cursor', ...sized, ...more }
    case 'nextUrl':
      return { style, from: 'next', ...sized, ...more }
    case 'linkHeader':
      return { style, ...sized }
    case 'offset':
      return { style, param: 'skip', ...sized, ...more }
    case 'page':
      return { style, param: 'page', start: 1, ...sized, ...more }
    case 'lastId':
      return { style, param: 'after', ...sized, ...more }
    case 'graphql':
      return {
        style: 'cursor',
        from: 'data.trees.pageInfo.endCursor',
        param: 'after',
        in: 'argument',
        more: 'data.trees.pageInfo.hasNextPage',
      }
  }
}

const auth = {
  none: { authType: 'none' },
  header: {
    authType: 'apiKey',
    apiKeyOpts: { attachmentType: 'header', header: { name: 'x-key' } },
  },
  query: { authType: 'apiKey', apiKeyOpts: { attachmentType: 'query', query: { name: 'key' } } },
  basic: { authType: 'basic' },
} as const

/** Returns the entry that describes the provider. */
export function describeScenario(scenario: Scenario): Record<string, unknown> {
  const { style, place, sign, scheme, base, changes } = scenario
  const paging = toPaging(scenario)
  const total = sign === 'total' && style !== 'graphql' ? { total: 'total' } : {}
  const list = { records: 'trees', id: 'id', paging, ...total }
  const fields = { id: 'string', name: 'string' }
  const file = (format: 'csv' | 'jsonl', more: object = {}) => ({
    job: {
      id: 'job',
      status: { path: '/jobs/{job}', at: 'state', done: ['done'], failed: ['failed'] },
      pages: { path: '/jobs/{job}/file', format, ...more },
    },
    method: 'POST',
    path: '/jobs',
    records: '',
    id: 'id',
  })
  const reads: Record<OrchardPlace, object> = {
    list: { path: '/trees', ...list },
    below: { path: '/groves/{parent}/trees', parent: { object: 'groves' }, ...list },
    fetch: { path: '/trees', ...list, fetch: { path: '/trees/{id}' } },
    together: {
      path: '/trees',
      ...list,
      fetch: { path: '/some', records: 'trees', ids: { name: 'ids', join: ',', max: 10 } },
    },
    csv: file('csv'),
    range: file('csv', { rangeBytes: 1_000 }),
    jsonl: file('jsonl'),
  }
  const graphql = {
    path: '/graphql',
    method: 'POST',
    records: 'data.trees.nodes',
    id: 'id',
    graphql: { field: 'trees', nodes: 'nodes', fields: ['id', 'name', 'at'] },
    paging,
  }
  return {
    ...auth[scheme],
    baseURL: base,
    objects: {
      trees: {
        read: style === 'graphql' ? graphql : reads[place],
        fields,
        ...(place === 'list' &&
          style !== 'graphql' && { search: { in: 'query', names: { name: 'name' } } }),
      },
      recent: {
        read: {
          path: '/trees',
          ...list,
          updated: { field: 'at', format: 'rfc3339' },
          ...(changes === 'filtered'
            ? { since: { in: 'query', name: 'since', format: 'rfc3339' } }
            : { changes: { newestFirst: { sort: 'newest' } } }),
          total: null,
        },
        fields,
      },
      groves: { read: { path: '/groves', ...list, records: 'groves' }, fields: { id: 'string' } },
    },
  }
}
