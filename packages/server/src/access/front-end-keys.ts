import type { IncomingHttpHeaders } from 'node:http'
import type { FrontendKeys } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import type { ProjectRef } from './caller.ts'

interface FrontEndKey {
  project: ProjectRef
  frontendKeys: FrontendKeys
  allowedOrigins: readonly string[]
}

/**
 * Keeps a front-end key to the pages that it is for, where its project takes such keys at all.
 * Answers the origin of the page; undefined where the key is for any.
 */
export function keepToPages(
  { project, frontendKeys, allowedOrigins }: FrontEndKey,
  headers: IncomingHttpHeaders,
): string | undefined {
  if (frontendKeys === 'off') throw frontendKeysOff(project.name)
  if (allowedOrigins.length === 0) return undefined
  const origin = originOf(headers)
  if (origin !== undefined && allowedOrigins.some((pattern) => covers(pattern, origin))) {
    return origin
  }
  throw new Problem('origin-not-allowed', {
    detail:
      origin === undefined
        ? 'The key is for pages of some origins only, and the request tells of no page.'
        : `The key is for pages of other origins than ${origin.slice(0, 300)}.`,
  })
}

export const frontendKeysOff = (projectName: string) =>
  new Problem('frontend-keys-off', {
    detail: `The project ${projectName} has switched API keys of scope frontend off.`,
  })

/** The origin of the page that calls, as its browser tells it; no script of the page can change it. */
function originOf({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined) return origin
  // A page that reads from its own address, by way of a proxy there, is told of so.
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}

/** Whether the origin is this one, or differs only in the label that a `*` stands for. */
export function covers(pattern: string, origin: string): boolean {
  const [before, after] = pattern.split('*')
  if (after === undefined) return origin === pattern
  return (
    origin.startsWith(before!) &&
    origin.endsWith(after) &&
    /^[\w-]+$/.test(origin.slice(before!.length, -after.length))
  )
}
