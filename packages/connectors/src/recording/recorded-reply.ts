import type { ProviderRequest } from '@platform/connector'
import type { RecordedReply } from '@platform/contract'
import type { RedactedReply } from './redact-replies.ts'

export type ExpectedPage = NonNullable<RecordedReply['expected']>

/** Returns the request as a recording contains it, without credentials and headers. */
export function toRecordedRequest({
  method = 'GET',
  path,
  query = {},
  body,
}: ProviderRequest): Pick<RecordedReply, 'method' | 'path' | 'query' | 'requestBody'> {
  const given = Object.entries(query).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined
      ? []
      : [[name, typeof value === 'object' ? value.map(String) : String(value)]],
  )
  return {
    method,
    path,
    ...(given.length > 0 && { query: Object.fromEntries(given) }),
    ...(body !== undefined && { requestBody: body }),
  }
}

/** Returns the reply as a recording contains it. */
export const toRecordedReply = ({ status, headers, body }: RedactedReply) => ({
  status,
  ...(Object.keys(headers).length > 0 && { headers }),
  body,
})
