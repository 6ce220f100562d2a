import type { IncomingMessage } from 'node:http'
import { pickBy } from '@platform/testing/seeded'
import { encode, spoil, type OrchardReply } from './reply.ts'
import type { Scenario, Tree } from './scenario.ts'

const json = { 'content-type': 'application/json' }
const secret = 'key-of-the-orchard'

/** Answers a request of the scenario, whose path is relative to its base. */
export function answer(
  scenario: Scenario,
  request: IncomingMessage,
  { path, body }: { path: string; body: string },
): OrchardReply & { body: Buffer } {
  const { random, oddness } = scenario
  const url = new URL(path, 'http://orchard')
  if (!isAuthorized(scenario, request, url)) {
    return encode(scenario, { status: 401, headers: json, body: { message: 'No.' } })
  }
  if (random() < oddness / 2 && !url.pathname.endsWith('/')) {
    const location = `${scenario.base}${url.pathname}/${url.search}`
    return { status: 308, headers: { location }, body: Buffer.alloc(0) }
  }
  url.pathname = url.pathname.replace(/\/$/, '')
  const reply = route(scenario, url, { body, range: request.headers.range })
  return encode(scenario, random() < oddness ? spoil(scenario, reply) : reply)
}

function isAuthorized({ scheme }: Scenario, { headers }: IncomingMessage, url: URL): boolean {
  if (scheme === 'header') return headers['x-key'] === secret
  if (scheme === 'query') return url.searchParams.get('key') === secret
  const basic = `Basic ${Buffer.from(`ana:${secret}`).toString('base64')}`
  return scheme === 'none' || headers.authorization === basic
}

function route(
  scenario: Scenario,
  url: URL,
  { body, range }: { body: string; range: string | undefined },
): OrchardReply {
  const { trees, groves, place, changes } = scenario
  const { pathname } = url
  const [, grove] = /^\/groves\/(\w+)\/trees$/.exec(pathname) ?? []
  const [, treeId] = /^\/trees\/(\d+)$/.exec(pathname) ?? []
  const since = url.searchParams.get('since')
  const name = url.searchParams.get('name')
  if (pathname === '/groves')
    return page(
      scenario,
      url,
      'groves',
      groves.map((id) => ({ id })),
    )
  if (pathname === '/jobs') return { status: 200, headers: json, body: { job: 'j1' } }
  if (pathname === '/jobs/j1') return { status: 200, headers: json, body: { state: 'done' } }
  if (pathname === '/jobs/j1/file') return file(scenario, range)
  if (pathname === '/graphql') return graphql(scenario, body)
  if (pathname === '/some') {
    const ids = url.searchParams.get('ids')?.split(',') ?? []
    const some = trees.filter(({ id }) => ids.includes(id) && !scenario.deleted.has(id))
    // Fewer at a time than were requested, in any order.
    const found = some.toReversed().slice(0, 1 + Math.floor(scenario.random() * scenario.size))
    const contents = found.map((tree) => shown(scenario, tree))
    return { status: 200, headers: json, body: { trees: contents }, list: 'trees' }
  }
  if (treeId !== undefined) {
    const tree = trees.find(({ id }) => id === treeId && !scenario.deleted.has(id))
    return tree
      ? { status: 200, headers: json, body: shown(scenario, tree) }
      : { status: 404, headers: json, body: { message: 'Gone.' } }
  }
  if (grove !== undefined && grove === scenario.refused) {
    return { status: 403, headers: json, body: { message: 'Not yours.' } }
  }
  const sorted =
    changes !== 'filtered' && url.searchParams.has('sort')
      ? trees.toSorted((one, other) => (other.at - one.at) * (changes === 'sorted' ? 1 : -1))
      : trees
  const listed = sorted.filter(
    (tree) =>
      (grove === undefined || tree.grove === grove) &&
      (name === null || tree.name === name) &&
      (since === null || tree.at >= Date.parse(since)),
  )
  const isOfChanges = since !== null || url.searchParams.has('sort')
  const isBare = (place === 'fetch' || place === 'together') && !isOfChanges
  return page(
    scenario,
    url,
    'trees',
    listed.map((tree) => (isBare ? { id: tree.id } : shown(scenario, tree))),
  )
}

/** Accounts are eight hours behind. */
function shown({ isZoneless }: Scenario, { id, name, at }: Tree) {
  const time = new Date(isZoneless ? at - 8 * 3_600_000 : at).toISOString()
  return { id, name, at: isZoneless ? time.slice(0, 19) : time }
}

function page(
  scenario: Scenario,
  url: URL,
  list: 'trees' | 'groves',
  all: readonly { id: string }[],
): OrchardReply {
  const { style, sign, random, habit } = scenario
  const pick = pickBy(random)
  const { searchParams: query } = url
  if (list === 'trees') shrink(scenario, query, all)
  const present = all.filter(({ id }) => list !== 'trees' || !scenario.deleted.has(id))
  const size = Math.min(scenario.size, Number(query.get('size') ?? scenario.size))
  const start = startOf(scenario, query, present, size)
  // Providers hide records of a page after they have cut it.
  const length =
    style === 'page'
      ? (pageLengths(present.length, size)[start.page] ?? 0)
      : (habit === 'inclusive' ? 2 : 1) + Math.floor(random() * (size - 1))
  const some = style === 'none' ? present : present.slice(start.from, start.from + length)
  const end = start.from + some.length
  const isLast = style === 'none' || end >= present.length
  const headers: Record<string, string> = { ...json }
  const body: Record<string, unknown> = {
    [list]:
      habit !== 'keyed'
        ? some
        : some.length > 0
          ? Object.fromEntries(some.map((one, n) => [String(n), one]))
          : pick<unknown>([{}, '', false, []]),
  }
  const yes = [true, 'true', 'True', 'yes', 'Y', 1, '1', 3]
  const no = [false, 'false', 'False', 'no', 'N', 0, '0']
  if (sign === 'more') body['more'] = pick<unknown>(isLast ? no : yes)
  if (sign === 'total') body['total'] = present.length
  const overlap = habit === 'inclusive' && some.length > 0 ? 1 : 0
  const goesOn = !isLast || habit === 'endless' || habit === 'inclusive'
  if (goesOn && style === 'cursor') body['next'] = `c${end - overlap}`
  if (isLast && style === 'cursor' && habit === 'zero') body['next'] = pick([0, '0', -1])
  if (goesOn && (style === 'nextUrl' || style === 'linkHeader')) {
    const next = linkTo(scenario, url, end - overlap)
    if (style === 'nextUrl') body['next'] = next
    else headers['link'] = `<${next}>; rel="next"`
  }
  const isBeyond = some.length === 0 && start.from > 0 && style !== 'none'
  if (isBeyond && random() < 0.2) return { status: 204, headers: {}, body: Buffer.alloc(0), list }
  if (isBeyond && random() < 0.1)
    return { status: 404, headers: json, body: { message: 'No such page.' }, list }
  return { status: 200, headers, body, list }
}

/** A record is deleted after the page with it has been read, and those behind it move. */
function shrink(
  { deleted, shrinks, style, sign }: Scenario,
  query: URLSearchParams,
  all: readonly { id: string }[],
): void {
  const isLater = Number(query.get('page') ?? 1) > 1
  const [first] = all
  if (shrinks && style === 'page' && sign === 'total' && isLater && first) deleted.add(first.id)
}

/** Lengths of pages that stay the same during a read. */
function pageLengths(count: number, size: number): number[] {
  const lengths: number[] = []
  for (let left = count; left > 0;) {
    const length = Math.min(left, size - (lengths.length % 3 === 0 && size > 1 ? 1 : 0))
    lengths.push(length)
    left -= length
  }
  return lengths
}

function startOf(
  { style, habit }: Scenario,
  query: URLSearchParams,
  all: readonly { id: string }[],
  size: number,
): { from: number; page: number } {
  const at = (from: number) => ({ from, page: 0 })
  switch (style) {
    case 'cursor':
      return at(Number((query.get('cursor') ?? 'c0').replace(/^(?:c|0$|-1$)/, '')))
    case 'nextUrl':
    case 'linkHeader':
      return at(Number(query.get('from') ?? 0))
    case 'offset':
      return at(Number(query.get('skip') ?? 0))
    case 'lastId': {
      const after = query.get('after')
      const behind = habit === 'inclusive' ? 0 : 1
      return at(after === null ? 0 : all.findIndex(({ id }) => id === after) + behind)
    }
    case 'page': {
      const lengths = pageLengths(all.length, size)
      const asked = Number(query.get('page') ?? 1) - 1
      const number = habit === 'anew' && asked >= lengths.length ? 0 : asked
      const before = lengths.slice(0, number)
      return { from: before.reduce((sum, length) => sum + length, 0), page: number }
    }
    default:
      return at(0)
  }
}

/** Links are absolute, of another scheme, paths, queries or relative. */
function linkTo({ random, base }: Scenario, url: URL, from: number): string {
  const query = new URLSearchParams(url.search)
  query.set('from', String(from))
  query.delete('key')
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const absolute = `${base}${url.pathname}?${query}`
  const links = [
    absolute,
    absolute.replace('http:', 'https:'),
    absolute.replaceAll('&', '&amp;'),
    String(query),
    `${url.pathname}?${query}`,
    `${new URL(base).pathname}${url.pathname}?${query}`,
    `?${query}`,
    `${last}?${query}`,
  ]
  return links[Math.floor(random() * links.length)] ?? absolute
}

function graphql(scenario: Scenario, body: string): OrchardReply {
  const { trees, random, size } = scenario
  const [, cursor = '0'] = /after: ?\\?"c(\d+)/.exec(body) ?? []
  const from = Number(cursor)
  const nodes = trees.slice(from, from + 1 + Math.floor(random() * size))
  const end = from + nodes.length
  const isLast = end >= trees.length
  const pageInfo = { hasNextPage: !isLast, endCursor: isLast ? null : `c${end}` }
  return {
    status: 200,
    headers: json,
    body: { data: { trees: { nodes: nodes.map((tree) => shown(scenario, tree)), pageInfo } } },
  }
}

function file({ trees, place, random }: Scenario, range: string | undefined): OrchardReply {
  const rows = trees.map(({ id, name }) =>
    place === 'jsonl' ? `{"id":${id},"name":${JSON.stringify(name)}}` : `${id},"${name}"`,
  )
  const text = place === 'jsonl' ? rows.join('\n') : ['id,name', ...rows].join('\n')
  const content = Buffer.from((random() < 0.5 && range === undefined ? '\uFEFF' : '') + text)
  const headers = { 'content-type': place === 'jsonl' ? 'text/plain' : 'text/csv' }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined) return { status: 200, headers, body: content, isFile: true }
  const from = Number(first)
  if (from >= content.length) return { status: 416, headers, body: Buffer.alloc(0) }
  const to = Math.min(Number(last), content.length - 1)
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${to}/${content.length}` },
    body: content.subarray(from, to + 1),
    isFile: true,
  }
}
