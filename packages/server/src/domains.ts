import { auditDomain } from './audit/domain.ts'
import { connectionsDomain } from './connections/domain.ts'
import { downloadsDomain } from './downloads/domain.ts'
import { findDomain } from './find/domain.ts'
import { installationsDomain } from './installations/domain.ts'
import { integrationsDomain } from './integrations/domain.ts'
import { notificationsDomain } from './notifications/domain.ts'
import { npmDomain } from './npm/domain.ts'
import { objectMetadataDomain } from './object-metadata/domain.ts'
import { operationsDomain } from './operations/domain.ts'
import { organizationsDomain } from './organizations/domain.ts'
import { personalDataDomain } from './personal-data/domain.ts'
import { projectsDomain } from './projects/domain.ts'
import { proxyDomain } from './proxy/domain.ts'
import { removalDomain } from './removal/domain.ts'
import { searchDomain } from './search/domain.ts'
import { signInDomain } from './sign-in/domain.ts'
import { subscribeDomain } from './subscribe/domain.ts'
import { syncDomain } from './sync/domain.ts'
import { writeDomain } from './write/domain.ts'
import type { Domain } from './domain.ts'
import { plumbing } from './plumbing.ts'

/**
 * The domains of the server, each after those that it uses. Routes, jobs, the crontab, import rules, owners
 * of tables and trials with two tenants follow from this list.
 */
export const domains = [
  signInDomain,
  notificationsDomain,
  npmDomain,
  auditDomain,
  downloadsDomain,
  organizationsDomain,
  projectsDomain,
  connectionsDomain,
  integrationsDomain,
  installationsDomain,
  operationsDomain,
  personalDataDomain,
  syncDomain,
  writeDomain,
  searchDomain,
  proxyDomain,
  objectMetadataDomain,
  subscribeDomain,
  removalDomain,
  findDomain,
] as const

/** The domains, and what serves them all. */
export const parts: readonly Domain[] = [...domains, ...plumbing]

type Part = (typeof domains | typeof plumbing)[number]

/** What domains provide for `Services`. */
export type Provided = UnionToIntersection<Extract<Part, { provides: object }>['provides']>

type UnionToIntersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (
  of: infer Intersection,
) => void
  ? Intersection
  : never

type HandledBy<Of> = Of extends { jobs: (...program: never[]) => infer Lanes }
  ? { [Lane in keyof Lanes]: keyof Lanes[Lane] }[keyof Lanes]
  : never

/** The jobs that have a handler. */
export type HandledJob = HandledBy<Part>
