import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../problems/problem.ts'

/**
 * Keeps a credential that is used in browsers to the pages that it is for. Answers the origin of the
 * page; undefined where any may use it, because no origins are named.
 */
export function requireAllowedOrigin(
  allowedOrigins: readonly string[],
  headers: IncomingHttpHeaders,
): string | undefined {
  if (allowedOrigins.length === 0) return undefined
  const origin = originOf(headers)
  if (origin !== undefined && covers(allowedOrigins, origin)) return origin
  throw new Problem('origin-not-allowed', {
    detail:
      origin === undefined
        ? 'The key is restricted to certain origins, and the request has no Origin header.'
        : `The key does not allow the origin ${origin.slice(0, 300)}. Add the origin to the key or the project.`,
  })
}

/** The origin of the page that calls, as sent by its browser; no script of the page can change it. */
function originOf({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined) return origin
  // A page that reads from its own address, by way of a proxy there, is recognized by its referer.
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}

/** Whether the origin is one of these, or differs from one only in the label that a `*` stands for. */
export const covers = (patterns: readonly string[], origin: string): boolean =>
  patterns.some((pattern) => {
    const [before = '', after] = pattern.split('*')
    if (after === undefined) return origin === pattern
    return (
      origin.startsWith(before) &&
      origin.endsWith(after) &&
      /^[\w-]+$/.test(origin.slice(before.length, -after.length))
    )
  })
