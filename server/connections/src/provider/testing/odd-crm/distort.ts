import { pickBy, type Random } from '@platform/testing/seeded'
import { errors } from '../odd-orchard/reply.ts'
import type { CrmReply } from './proxy.ts'

const json = { 'content-type': 'application/json' }

/** Replies that no client can use, whatever was asked. */
export function listUnusable(random: Random, { body }: CrmReply): CrmReply[] {
  const named = pickBy(random)(errors)
  const text = JSON.stringify(body) ?? ''
  return [
    { status: 200, headers: json, body: named },
    { status: 200, headers: json, body: [named] },
    { status: 200, headers: json, body: null },
    { status: 200, headers: json, body: [] },
    { status: 200, headers: json, body: {} },
    { status: 200, headers: json, body: Buffer.alloc(0) },
    { status: 200, headers: json, body: Buffer.from(text.slice(0, text.length / 2)) },
    { status: 200, headers: json, body: Buffer.from('{"records":[{"Id":NaN}],"results":[NaN]}') },
    { status: 200, headers: json, body: Buffer.from('{"results":[{"id":"Café"}]}', 'latin1') },
    { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>Sign in') },
    { status: 202, headers: json, body: {} },
    { status: 204, headers: {}, body: Buffer.alloc(0) },
    { status: 304, headers: {}, body: Buffer.alloc(0) },
    { status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>No') },
    { status: 429, headers: { ...json, 'retry-after': '0' }, body: named },
    { status: 429, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Slow down.') },
    { status: 500, headers: json, body: named },
    { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>Bad') },
    { status: 503, headers: { ...json, 'retry-after': '0' }, body: null },
    { status: 504, headers: json, body: Buffer.alloc(0) },
  ]
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const withBody = (reply: CrmReply, changes: Record<string, unknown>): CrmReply => ({
  ...reply,
  body: { ...(isObject(reply.body) && reply.body), ...changes },
})

export const without = (reply: CrmReply, name: string): CrmReply => {
  const { [name]: _left, ...rest } = isObject(reply.body) ? reply.body : {}
  return { ...reply, body: rest }
}
