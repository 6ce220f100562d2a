import { agentsDomain } from '@platform/tenancy/agents/domain'
import { auditDomain } from '@platform/tenancy/audit/domain'
import { appTestDomain } from '@platform/data/app-test/domain'
import { connectLinksDomain } from '@platform/installations/connect-links/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { deliveredRecordsDomain } from './delivered-records/domain.ts'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { echoesDomain } from '@platform/data/echoes/domain'
import { findDomain } from './find/domain.ts'
import { keptRecordsDomain } from '@platform/data/kept-records/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { mcpDomain } from './mcp/domain.ts'
import { npmDomain } from './npm/domain.ts'
import { objectMetadataDomain } from '@platform/data/object-metadata/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { organizationsDomain } from '@platform/tenancy/organizations/domain'
import { personalDataDomain } from './personal-data/domain.ts'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { proxyDomain } from '@platform/data/proxy/domain'
import { removalDomain } from './removal/domain.ts'
import { searchDomain } from '@platform/data/search/domain'
import { signInDomain } from '@platform/tenancy/sign-in/domain'
import { subscribeDomain } from '@platform/data/subscribe/domain'
import { syncDomain } from '@platform/data/sync/domain'
import { writeDomain } from '@platform/data/write/domain'
import type { Domain } from '@platform/kernel/domain'
import { plumbing } from '@platform/kernel/plumbing'
import { programDomain } from './program.ts'

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
  agentsDomain,
  connectionsDomain,
  integrationsDomain,
  installationsDomain,
  connectLinksDomain,
  operationsDomain,
  personalDataDomain,
  echoesDomain,
  keptRecordsDomain,
  syncDomain,
  writeDomain,
  searchDomain,
  appTestDomain,
  proxyDomain,
  objectMetadataDomain,
  subscribeDomain,
  removalDomain,
  deliveredRecordsDomain,
  findDomain,
  mcpDomain,
] as const

/** The domains, and what serves them all. */
export const parts: readonly Domain[] = [...domains, ...plumbing, programDomain]

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
