import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { pickBy, type Random } from '@platform/testing/seeded'

export interface TokenAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

const json = { 'content-type': 'application/json' }

/** Replies of a server that keeps the grant, but gives no tokens now. */
const passing: readonly (TokenAnswer | 'cut')[] = [
  'cut',
  { status: 503, headers: {}, body: 'session over' },
  { status: 429, headers: { 'retry-after': '1' }, body: '' },
  { status: 500, headers: json, body: '{"error":"server_error"}' },
  { status: 400, headers: json, body: '{"error":"temporarily_unavailable"}' },
  { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Checking you</html>' },
  { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Maintenance</html>' },
  { status: 200, headers: json, body: '' },
  { status: 200, headers: json, body: 'null' },
  { status: 200, headers: json, body: '{"access_token":""}' },
  { status: 204, headers: {}, body: '' },
]

/** Replies in words that are known from no standard, which a living grant gets only now and then. */
const rejecting: readonly TokenAnswer[] = [
  { status: 400, headers: { 'content-type': 'text/plain' }, body: 'not now' },
  { status: 400, headers: json, body: '{"message":"not now"}' },
  { status: 200, headers: json, body: '{"errors":[{"message":"not now"}]}' },
  { status: 403, headers: json, body: '{"error":"not now"}' },
  {
    status: 400,
    headers: json,
    body: '{"error":"invalid_grant","error_description":"token request is already being processed"}',
  },
]

/** Ways to say that a grant has ended. */
const ended: readonly TokenAnswer[] = [
  { status: 400, headers: json, body: '{"error":"invalid_grant"}' },
  { status: 200, headers: json, body: '{"error":"invalid_grant"}' },
  { status: 401, headers: {}, body: '\uFEFF{"error":"invalid_grant"}' },
  { status: 400, headers: { 'content-type': 'text/html' }, body: 'error=invalid_grant' },
  ...rejecting,
]

const maxPage = 7

/**
 * A provider whose token endpoint is odd by seed. It rotates refresh tokens, and ends the previous one
 * as soon as the next is used.
 */
export function createTokenOrchard(random: Random) {
  const pick = pickBy(random)
  const isRotating = random() < 0.6
  const trees = Array.from({ length: Math.floor(random() * 30) }, (_, n) => ({ id: `tree-${n}` }))
  const end = pick(ended)
  let isDead = false
  let serial = 0
  let access: string | undefined
  let accepted: string[] = ['stored-refresh-token']
  let presented: string | undefined
  let share = 0
  let mayReject = true
  let endsMidway = true

  function toTimes(): object {
    return pick<object>([
      {},
      { expires_in: 3600 },
      { expires_in: '3600' },
      { expires_in: -1 },
      { expires_in: 0 },
      { expires_in: 1 },
      { expires_in: 9_000_000_000_000_000 },
      { expires_in: null },
      { expires_at: 1_000_000_000 },
      { expires_at: new Date(Date.now() + 7_200_000).toISOString().slice(0, -1) },
      { expires_at: 'never' },
    ])
  }

  function giveTokens(): TokenAnswer {
    serial++
    access = `access-${serial}-of-no-known-form`
    const next = `refresh-${serial}-of-no-known-form`
    if (isRotating) accepted = [presented ?? '', next]
    const members: Record<string, unknown> = {
      access_token: access,
      ...toTimes(),
      ...(isRotating
        ? { refresh_token: next }
        : pick<object>([
            {},
            { refresh_token: '' },
            { refresh_token: ' ' },
            { refresh_token: null },
          ])),
      ...pick<object>([
        {},
        { scope: '' },
        { scope: 'trees' },
        { token_type: 'bearer' },
        { ok: true },
      ]),
    }
    const isForm = random() < 0.15
    const text = isForm
      ? new URLSearchParams(
          Object.entries(members).map(([name, value]) => [name, String(value ?? '')]),
        ).toString()
      : `${pick(['', '\uFEFF', '\n '])}${JSON.stringify(members)}`
    const type = pick<Record<string, string>>([
      json,
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'text/html; charset=utf-8' },
    ])
    const [encoding, encode] = pick<[string | undefined, (body: string) => Buffer]>([
      [undefined, Buffer.from],
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['deflate', deflateSync],
    ])
    return {
      status: pick([200, 200, 201]),
      headers: { ...type, ...(encoding && { 'content-encoding': encoding }) },
      body: encode(text),
    }
  }

  function answerToken(body: string): TokenAnswer | 'cut' {
    presented = new URLSearchParams(body).get('refresh_token') ?? undefined
    orchard.tokenRequests++
    orchard.presented.push(presented)
    if (isDead) return end
    if (!accepted.includes(presented ?? '')) {
      orchard.lostTokens.push(String(presented))
      return { status: 400, headers: json, body: '{"error":"invalid_grant"}' }
    }
    if (random() < share) return pick(mayReject ? [...passing, ...rejecting] : passing)
    return giveTokens()
  }

  const orchard = {
    trees,
    tokenRequests: 0,
    presented: [] as (string | undefined)[],
    /** Refresh tokens that were presented although later ones had been used. */
    lostTokens: [] as string[],
    /** Sets how many replies of a living grant are odd, and whether they may reject it. */
    setOddness(next: number, options: { mayReject: boolean }) {
      share = next
      mayReject = options.mayReject
    },
    /** Sets whether access tokens may end at any time. */
    setMidway(next: boolean) {
      endsMidway = next
    },
    expireAccess() {
      access = undefined
    },
    endGrant() {
      isDead = true
      access = undefined
    },
    answer(request: IncomingMessage, body: string): TokenAnswer | 'cut' {
      const url = new URL(request.url ?? '', 'http://orchard.test')
      if (url.pathname === '/token') return answerToken(body)
      if (access === undefined || request.headers.authorization !== `Bearer ${access}`) {
        return {
          status: 401,
          ...pick([
            { headers: {}, body: '' },
            { headers: json, body: '{"message":"token expired"}' },
            { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
          ]),
        }
      }
      // Tokens of some providers end in the middle of a read.
      if (endsMidway && random() < 0.15) access = undefined
      if (request.method === 'POST') {
        const { name } = JSON.parse(body) as { name: string }
        const tree = { id: `tree-${trees.length}`, name }
        trees.push(tree)
        return { status: 201, headers: json, body: JSON.stringify(tree) }
      }
      const at = Number(url.searchParams.get('cursor') ?? 0)
      const next = at + maxPage < trees.length ? String(at + maxPage) : undefined
      const page = { trees: trees.slice(at, at + maxPage), next }
      return { status: 200, headers: json, body: JSON.stringify(page) }
    },
  }
  return orchard
}

export type TokenOrchard = ReturnType<typeof createTokenOrchard>
