import type { TenantEgress } from './egress.ts'

/** `fetch` for libraries that get documents by it, such as key sets: guarded as everything is. */
export const fetchBy = (egress: Pick<TenantEgress, 'request'>) =>
  (async (url: string | URL, init?: RequestInit) => {
    const { status, body } = await egress.request(url, {
      ...(init?.signal && { signal: init.signal }),
    })
    return new Response(body, { status })
  }) as typeof globalThis.fetch
