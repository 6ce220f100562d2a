import { parseRetryAfter, type ProviderResponse, type RateLimits } from '@platform/connector'
import { getReplyHeader } from '../../reply-headers.ts'
import type { Declaration } from '../schema/entry.ts'
import { readClockMs } from '../../clock.ts'

const second = 'calls in a second'
const providerCallCount = 'calls as the provider counts them'

/** Returns the provider's limits according to the entry; undefined if there are none. */
export function toRateLimits({ limits }: Declaration): RateLimits | undefined {
  if (!limits) return undefined
  const { perSecond, headers, perEndpoint } = limits
  return {
    assumed:
      perSecond === undefined
        ? []
        : [
            {
              name: second,
              // Less than one per second is expressed with a longer window.
              calls: Math.max(1, Math.floor(perSecond)),
              perMs: perSecond < 1 ? Math.ceil(1000 / perSecond) : 1_000,
              sharedBy: 'connection',
            },
          ],
    ...(perEndpoint && {
      isOfEndpoint: (response) =>
        response.status === 429 &&
        getReplyHeader(response.headers, perEndpoint.header.toLowerCase()) === perEndpoint.value,
    }),
    ...(headers && {
      read(response) {
        const remaining = numberIn(response, headers.remaining)
        if (remaining === undefined) return []
        const limit = numberIn(response, headers.limit)
        // The number shows whether it is a time or a number of seconds, whatever was declared.
        const resetMs =
          headers.reset === undefined
            ? undefined
            : parseRetryAfter(
                getReplyHeader(response.headers, headers.reset.toLowerCase()),
                readClockMs(),
              )
        return [
          {
            name: providerCallCount,
            sharedBy: 'connection',
            remaining,
            ...(limit !== undefined && { limit }),
            ...(resetMs !== undefined && { resetMs }),
          },
        ]
      },
    }),
  }
}

function numberIn(response: ProviderResponse, name: string | undefined): number | undefined {
  const text = name === undefined ? undefined : getReplyHeader(response.headers, name.toLowerCase())
  const number = Number(text)
  return text === undefined || text === '' || !Number.isFinite(number) ? undefined : number
}
