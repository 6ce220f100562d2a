import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

export interface TreesReply {
  status?: number
  headers?: Record<string, string | string[]>
  body?: unknown
}

export const trees = { path: '/trees', records: 'trees', id: 'id' }
export const idsTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ id: first + n }))
export const numbers = (last: number, first = 1) => idsTo(last, first).map(({ id }) => id)

/** Reads all pages of the trees from a provider that answers so; returns their IDs. */
export async function readAll(
  objects: object,
  reply: (request: ProviderRequest) => TreesReply,
  request: { since?: string } = {},
) {
  const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse({ objects })))
  const client: ProviderClient = {
    metadata: {},
    request: (asked) => Promise.resolve({ status: 200, headers: {}, body: '', ...reply(asked) }),
  }
  const ids: (string | number)[] = []
  let incomplete: string | undefined
  let at: string | undefined
  for (let pages = 0; pages < 60; pages++) {
    const asked = { objectName: 'trees', fieldNames: ['name'], cursor: at, ...request }
    const page = await connector.read(client, asked)
    ids.push(...page.records.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : id)))
    incomplete = page.incomplete ?? incomplete
    at = page.next
    if (at === undefined) return { ids, incomplete }
  }
  throw new Error('The read did not end.')
}

export const list = (paging: object, more: object = {}) => ({
  trees: { read: { ...trees, paging, ...more } },
})
export const size = { param: 'size', max: 10 }
export const byPage = { style: 'page', param: 'page', start: 1, size }

/** Pages of 10 of 25 records, with these members beside each. */
export const serve =
  (beside: (page: number) => object) =>
  ({ query = {} }: ProviderRequest): TreesReply => {
    const skip = Number(query['skip'] ?? (Number(query['page'] ?? 1) - 1) * 10)
    return { body: { trees: idsTo(25).slice(skip, skip + 10), ...beside(skip / 10 + 1) } }
  }
