import type { CatalogueEntry } from '@platform/connector'
import { inSpan } from '@platform/kernel/telemetry/trace'

/**
 * Records a call of the provider in the trace of its caller. The URL is omitted: paths may contain
 * names and, with some providers, the credential.
 */
export const traceCall = <Reply extends { status: number } | { statusCode: number }>(
  { info }: Pick<CatalogueEntry, 'info'>,
  method: string,
  call: () => Promise<Reply>,
): Promise<Reply> =>
  inSpan(
    {
      name: `${method} ${info.name}`,
      kind: 'client',
      attributes: { 'http.request.method': method, 'platform.provider': info.name },
    },
    call,
    (reply) => {
      const status = 'status' in reply ? reply.status : reply.statusCode
      return {
        attributes: { 'http.response.status_code': status },
        ...(status >= 400 && { errorType: String(status) }),
      }
    },
  )
