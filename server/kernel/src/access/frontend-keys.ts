import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../problems/problem.ts'
import type { FrontendKeys } from '@platform/contract'
import type { ProjectRef } from './caller.ts'

/**
 * Restricts a credential used in browsers to its allowed origins. Returns the origin of the page;
 * undefined if no origins are configured and any may use it.
 */
export function requireAllowedOrigin(
  allowedOrigins: readonly string[],
  headers: IncomingHttpHeaders,
): string | undefined {
  if (allowedOrigins.length === 0) return undefined
  const origin = getOrigin(headers)
  if (origin !== undefined && covers(allowedOrigins, origin)) return origin
  throw new Problem('origin-not-allowed', {
    detail:
      origin === undefined
        ? 'The key is restricted to certain origins, and the request has no Origin header.'
        : `The key does not allow the origin ${origin.slice(0, 300)}. Add the origin to the key or the project.`,
  })
}

/** Returns the origin of the calling page as sent by the browser; page scripts cannot change it. */
function getOrigin({ origin, referer }: IncomingHttpHeaders): string | undefined {
  if (origin !== undefined) return origin
  // A page that calls through a proxy at its own address is recognized by its referer.
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}

/** Reports whether the origin is listed, or matches an entry whose `*` stands for one label. */
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

interface FrontendKeyUse {
  project: ProjectRef
  frontendKeys: FrontendKeys
  allowedOrigins: readonly string[]
  /** Origins of the project, used if the key names none. */
  projectOrigins: readonly string[]
}

/**
 * Accepts a frontend key only from its allowed pages, and only if the project has frontend keys
 * turned on.
 */
export function verifyFrontendKey(
  { project, frontendKeys, allowedOrigins, projectOrigins }: FrontendKeyUse,
  headers: IncomingHttpHeaders,
): { origin?: string } {
  if (frontendKeys === 'off') throw frontendKeysOff(project.name)
  const origins = allowedOrigins.length > 0 ? allowedOrigins : projectOrigins
  const origin = requireAllowedOrigin(origins, headers)
  return origin === undefined ? {} : { origin }
}

export const frontendKeysOff = (projectName: string) =>
  new Problem('frontend-keys-off', {
    detail: `The project ${projectName} does not accept API keys of scope frontend. An admin can allow them in the project settings.`,
  })
