import type { TenantEgress } from './egress.ts'

/** Returns a guarded `fetch` for libraries that load documents with it, such as key sets. */
export const fetchBy = (egress: Pick<TenantEgress, 'request'>) =>
  (async (url: string | URL, init?: RequestInit) => {
    const { status, body } = await egress.request(url, {
      ...(init?.signal && { signal: init.signal }),
    })
    return new Response(body, { status })
  }) as typeof globalThis.fetch
