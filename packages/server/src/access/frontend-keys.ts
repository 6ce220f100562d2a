import type { IncomingHttpHeaders } from 'node:http'
import type { FrontendKeys } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import type { ProjectRef } from './caller.ts'
import { requireAllowedOrigin } from './own-pages.ts'

interface FrontendKeyUse {
  project: ProjectRef
  frontendKeys: FrontendKeys
  allowedOrigins: readonly string[]
  /** Those of its project, where it names none itself. */
  projectOrigins: readonly string[]
}

/** Takes a frontend key from the pages that it is for, where its project takes such keys at all. */
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
