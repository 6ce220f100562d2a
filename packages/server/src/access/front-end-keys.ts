import type { IncomingHttpHeaders } from 'node:http'
import type { FrontendKeys } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import type { ProjectRef } from './caller.ts'
import { keepToPages } from './own-pages.ts'

interface FrontEndKey {
  project: ProjectRef
  frontendKeys: FrontendKeys
  allowedOrigins: readonly string[]
  /** Those of its project, where it names none itself. */
  projectOrigins: readonly string[]
}

/** Takes a front-end key from the pages that it is for, where its project takes such keys at all. */
export function takeFrontEndKey(
  { project, frontendKeys, allowedOrigins, projectOrigins }: FrontEndKey,
  headers: IncomingHttpHeaders,
): { origin?: string } {
  if (frontendKeys === 'off') throw frontendKeysOff(project.name)
  const origins = allowedOrigins.length > 0 ? allowedOrigins : projectOrigins
  const origin = keepToPages(origins, headers)
  return origin === undefined ? {} : { origin }
}

export const frontendKeysOff = (projectName: string) =>
  new Problem('frontend-keys-off', {
    detail: `The project ${projectName} has switched API keys of scope frontend off.`,
  })
