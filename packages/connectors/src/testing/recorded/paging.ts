import type { ProviderRequest, ProviderResponse } from '@platform/connector'
import { isMembers } from '../../members.ts'
import type { AskedFor } from './cassette.ts'

/**
 * Paging of a provider. A cassette contains whole lists; pages, page tokens and their expiry follow
 * from this rule.
 */
export interface PagingRule {
  /** Reports whether the request is for the first page of a list. */
  asksForList(request: ProviderRequest): boolean
  /** Returns the page token of a request. */
  tokenOf(request: ProviderRequest): string | undefined
  /** Returns the recorded request, without its page size. */
  asRecorded(request: ProviderRequest): AskedFor
  /** Requested page size; absent if the request has none. */
  limitOf(request: ProviderRequest): number | undefined
  /** For recording: returns the request with the maximum page size, from a token on. */
  atMost(request: ProviderRequest, reply: Body | undefined): ProviderRequest | undefined
  itemsIn: 'records' | 'results'
  /** Returns the reply with the token of the next page, or as the last page. */
  pointingAt(token: string | undefined, body: Body): Body
  /** The provider's reply to an expired token. */
  lost: ProviderResponse
}

type Body = Record<string, unknown>

export const salesforcePaging: PagingRule = {
  asksForList: ({ path }) => /\/query(All)?$/.test(path) && !path.includes('/tooling/'),
  tokenOf: ({ path }) => /\/query\/(.+)$/.exec(path)?.[1],
  asRecorded: ({ method, path, query, body }) => ({ method, path, query, body }),
  limitOf: () => undefined,
  atMost(request, reply) {
    if (!reply) return request
    const path = reply.nextRecordsUrl
    return typeof path === 'string' ? { path } : undefined
  },
  itemsIn: 'records',
  pointingAt: (token, { nextRecordsUrl: _next, ...body }) => ({
    ...body,
    done: token === undefined,
    ...(token !== undefined && { nextRecordsUrl: `/services/data/v60.0/query/${token}` }),
  }),
  lost: {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: [{ errorCode: 'INVALID_QUERY_LOCATOR', message: 'invalid query locator' }],
  },
}

const isSearch = ({ path }: ProviderRequest) => path.endsWith('/search')

export const hubspotPaging: PagingRule = {
  asksForList: (request) =>
    /^\/crm\/objects\/2026-09\/[^/]+(\/search)?$/.test(request.path) &&
    (request.method === undefined || request.method === 'GET' || isSearch(request)),
  tokenOf: ({ query }) => (query?.after === undefined ? undefined : String(query.after)),
  asRecorded({ method, path, query, body }) {
    const { limit: _inQuery, ...restOfQuery } = query ?? {}
    if (!isMembers(body)) return { method, path, query: restOfQuery, body }
    const { limit: _inBody, ...restOfBody } = body
    return { method, path, query: restOfQuery, body: restOfBody }
  },
  limitOf({ query, body }) {
    const limit = Number(query?.limit ?? (isMembers(body) ? body.limit : undefined))
    return Number.isNaN(limit) ? undefined : limit
  },
  atMost(request, reply) {
    const after = reply && getAfter(reply)
    if (reply && after === undefined) return undefined
    return isSearch(request) && isMembers(request.body)
      ? { ...request, body: { ...request.body, limit: 200, ...(after && { after }) } }
      : { ...request, query: { ...request.query, limit: 100, ...(after && { after }) } }
  },
  itemsIn: 'results',
  pointingAt: (token, { paging: _next, ...body }) => ({
    ...body,
    ...(token !== undefined && { paging: { next: { after: token } } }),
  }),
  lost: {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: {
      status: 'error',
      message: 'The after parameter is not valid',
      category: 'VALIDATION_ERROR',
    },
  },
}

function getAfter({ paging }: Body): string | undefined {
  const next = isMembers(paging) ? paging.next : undefined
  return isMembers(next) && typeof next.after === 'string' ? next.after : undefined
}
