import type { IncomingHttpHeaders } from 'node:http'
import type { FrontendKeys } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import type { ProjectRef } from './caller.ts'
import { requireAllowedOrigin } from './own-pages.ts'

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
