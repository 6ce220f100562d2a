import { ProviderError } from '@platform/connector'
import { Problem } from '../problems/problem.ts'

export type NextTry =
  | { do: 'retry'; delayMs: number }
  | { do: 'fail'; badCredentials: boolean }
  /** Not the provider's doing: the job is tried again by the queue. */
  | { do: 'throw' }

const maxTries = 8

/** Decides what follows a failed try of an operation. It changes nothing. */
export function nextTry(error: unknown, tries: number): NextTry {
  // Such as a destination or a connection that was deleted: trying again would not help.
  if (error instanceof Problem) return { do: 'fail', badCredentials: false }
  if (!(error instanceof ProviderError)) return { do: 'throw' }
  switch (error.failure) {
    case 'credentials':
      return { do: 'fail', badCredentials: true }
    case 'rate-limit':
      return { do: 'retry', delayMs: Math.max(error.retryAfterMs ?? 0, backOffMs(tries)) }
    case 'unavailable':
    case 'cursor-gone':
      if (tries >= maxTries) return { do: 'fail', badCredentials: false }
      return { do: 'retry', delayMs: Math.max(error.retryAfterMs ?? 0, backOffMs(tries)) }
    default:
      return { do: 'fail', badCredentials: false }
  }
}

/** 1 s, 2 s, 4 s … at the most 5 minutes. */
const backOffMs = (tries: number) => Math.min(1000 * 2 ** (tries - 1), 5 * 60_000)
