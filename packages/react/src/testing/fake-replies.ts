import { ProblemError } from '@platform/client'
import type { ProblemDetails } from '../config/wire.ts'
import { fakeProblem } from './fake-problems.ts'

/** Creates the error of a request that the fake API rejects. */
export const createRejection = (status: number, kind: string, rest?: Partial<ProblemDetails>) =>
  new ProblemError(fakeProblem(status, kind, rest))

export function requireFound<T>(thing: T | undefined, kind: string): T {
  if (thing === undefined)
    throw createRejection(404, `${kind}-not-found`, { detail: `No such ${kind}.` })
  return thing
}

export const createReply = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
      ...headers,
    },
  })
