import {
  capabilitiesOfProjectRole,
  capabilitiesOfScope,
  type Capability,
  type ProjectId,
  getRequiredCapability,
  type BuilderId,
  type OperationDefinition,
  type OrgId,
  type OrgRole,
} from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import {
  callersInWords,
  capabilitiesOfRole,
  mustAllowInOrg,
  mustBeFor,
  mustHave,
  placeOfProject,
} from './permissions.ts'
import type { Access } from './access.ts'
import { agentCallers, limitToAgent } from './agent-callers.ts'
import {
  bearerRequired,
  credentialMissing,
  invalidCredential,
  isAgentToken,
  isApprovalLinkToken,
  isConnectLinkToken,
  readCredential,
} from './credential.ts'
import { linkCallers } from './link-callers.ts'
import { builderCallers, type Issuer } from './builder-callers.ts'
import type { AdmittedProject, Caller, ProjectRef } from './caller.ts'
import { consumerTokens, isUuid, unknownToken } from './consumer-tokens.ts'
import { keyCallers, mustNameOwn, mustNameOwnDestination, toSpokenKey } from './key-callers.ts'
import { requireAllowedOrigin } from './frontend-keys.ts'
import { ShortCaches } from '../values/caches.ts'
import { getOwn } from '../values/must.ts'
import type { Directory, MemberRoles } from './directory.ts'
import { getNow } from '../values/database-clock.ts'

export interface AccessOptions {
  /** The built-in sign-in, whose tokens name a builder by ID. */
  ownIssuer?: Issuer
  /** Further accepted issuers. A builder is created when a person is first seen. */
  outsideIssuers?: readonly Issuer[]
  /** Address of the hosted page. */
  publicUrl?: string
  now?: () => Date
}

/** Verifies credentials against the database and caches the results briefly. */
export function createAccess(
  database: Database,
  directory: Directory,
  { ownIssuer, outsideIssuers = [], publicUrl, now = () => getNow() }: AccessOptions = {},
): Access {
  const db = database.everything
  const caches = new ShortCaches()
  const consumers = consumerTokens(database, directory, caches)
  const keys = keyCallers(database, directory, { publicUrl, caches, now })
  const builders = builderCallers(database, directory, { caches, now })
  const agents = agentCallers(database, directory, { caches, now })
  const projects = caches.open((idOrName) => directory.findProject(db, idOrName))
  const projectsOfKeys = caches.open((kid) => directory.findProjectOfKey(db, kid))
  const roles = caches.open((builderAndOrg) => {
    const [builderId, orgId] = builderAndOrg.split(' ') as [BuilderId, OrgId]
    return directory.findRole(db, builderId, orgId)
  })
  const links = linkCallers(database, directory, {
    publicUrl,
    caches,
    now,
    async listCapabilities(builderId, { id, orgId }) {
      return findRoleIn(id, await roles.get(`${builderId} ${orgId}`)).capabilities
    },
  })

  async function byToken(
    token: string,
    request: FastifyRequest,
    operation: OperationDefinition,
  ): Promise<Caller> {
    const { iss, kid } = readUnverifiedClaims(token)
    const outside = outsideIssuers.find(({ issuer }) => issuer === iss)
    if (outside) return builders.outsider(token, outside)
    if (ownIssuer && iss === ownIssuer.issuer) return builders.own(token, ownIssuer)

    const project = await projectOfToken(kid, request, operation)
    if (!project || !kid) throw unknownToken()
    const consumer = await consumers.verify(token, kid, project, now())
    const origin = requireAllowedOrigin(project.allowedOrigins, request.headers)
    return { kind: 'consumer', project, keyId: kid, ...consumer, ...(origin && { origin }) }
  }

  /**
   * Returns the project that the request names, or else the one that the key is registered with.
   */
  async function projectOfToken(
    kid: string | undefined,
    request: FastifyRequest,
    operation: OperationDefinition,
  ) {
    if (placeOfProject(operation)) {
      const named = projectNamed(request, operation)
      return named === undefined ? undefined : projects.get(named)
    }
    const mayCall = operation.callers.includes('consumer')
    const projectId = mayCall && kid && isUuid(kid) ? await projectsOfKeys.get(kid) : undefined
    return projectId && projects.get(projectId)
  }

  return {
    mayLinkBeUsed: links.mayBeUsed,
    async authenticate(request, operation) {
      if (operation.callers.length === 0) {
        const { optionalCallers: callers } = operation
        if (!callers || readCredential(request.headers).kind === 'none') return { kind: 'nobody' }
        return this.authenticate(request, { ...operation, callers })
      }
      const credential = readCredential(request.headers)
      if (credential.kind === 'none') throw credentialMissing()
      if (credential.kind === 'api-key' && isForPeople(operation)) throw bearerRequired()

      if (credential.kind === 'api-key')
        return keys.authenticate(credential.key, request, operation)
      if (isConnectLinkToken(credential.token)) {
        mustBeFor(operation, 'consumer')
        return links.authenticate(credential.token, request, operation)
      }
      if (isApprovalLinkToken(credential.token)) {
        mustBeFor(operation, 'consumer')
        return links.authenticateApprover(credential.token, request, operation)
      }
      if (isAgentToken(credential.token)) return agents.authenticate(credential.token, operation)
      // Tokens for other uses are not accepted in place of one that a builder has consented to.
      if (operation.forAgents) throw invalidCredential('The token was not issued to an agent.')
      if (operation.forLinks) throw invalidCredential('The token is not that of a connect link.')
      const caller = await byToken(credential.token, request, operation)
      mustBeFor(operation, caller.kind)
      return caller
    },

    async project(caller, operation, names) {
      const { projectIdOrName } = names
      if (caller.kind !== 'builder') return admitOwnProject(caller, operation, names)
      const { agent } = caller
      if (agent && !isNamed(agent.project, projectIdOrName)) throw noSuchProject(projectIdOrName)
      const project = await projects.get(projectIdOrName)
      const member = project && (await roles.get(`${caller.builderId} ${project.orgId}`))
      const { role, capabilities } = project ? findRoleIn(project.id, member) : noRole
      if (!project || !role) throw noSuchProject(projectIdOrName)
      const who = `The role ${role}`
      const capability = getRequiredCapability(operation)
      if (capability) mustHave(who, capabilities, capability)
      else requireAllowedRole(member?.role ?? 'limited', operation)
      return { ...project, who, capabilities, ...(agent && limitToAgent(agent, capabilities)) }
    },

    async organization(caller, operation, { orgId }) {
      const builderId = caller.kind === 'builder' ? caller.builderId : undefined
      // Row-level security takes only an ID as the name of a tenant.
      const id = /^org_\w+$/.test(orgId) ? (orgId as OrgId) : undefined
      const role = builderId && id && (await roles.get(`${builderId} ${id}`))?.role
      if (!id || (!role && operation.permission)) throw noSuchOrg(orgId)
      if (role) requireAllowedRole(role, operation)
      return { id, role: role || undefined }
    },

    forget: () => caches.clear(),
  }
}

/** Admits whoever belongs to a project only to that one. */
function admitOwnProject(
  caller: Exclude<Caller, { kind: 'builder' }>,
  operation: OperationDefinition,
  names: { projectIdOrName: string },
): AdmittedProject {
  const ownProject = caller.kind === 'nobody' ? undefined : caller.project
  if (!ownProject || !isNamed(ownProject, names.projectIdOrName))
    throw noSuchProject(names.projectIdOrName)
  if (caller.kind !== 'full') {
    const link = caller.kind === 'consumer' ? caller.link : undefined
    if (link) mustNameOwn(operation, names, [link.integration])
    return {
      ...ownProject,
      who: callersInWords[caller.kind],
      capabilities: capabilitiesOfScope.frontend,
      ...(link && { integrationIds: [link.integration.id] }),
    }
  }
  const { capabilities, integrations, destinationId } = caller
  mustNameOwn(operation, names, integrations)
  mustNameOwnDestination(names, destinationId)
  const integrationIds = integrations?.map(({ id }) => id)
  const who = toSpokenKey(caller)
  return {
    ...ownProject,
    who,
    capabilities,
    ...(integrationIds && { integrationIds }),
    ...(destinationId && { destinationId }),
  }
}

export const noSuchProject = (idOrName: string) =>
  new Problem('project-not-found', { detail: `No project has the ID or name ${idOrName}.` })

export const noSuchOrg = (orgId: string) =>
  new Problem('org-not-found', { detail: `No organization has the ID ${orgId}.` })

const noRole = { role: undefined, capabilities: [] } as const

/** Returns the role that counts in a project: of a limited member, the one that they have there. */
export function findRoleIn(
  projectId: ProjectId,
  member: MemberRoles | undefined,
): { role: string | undefined; capabilities: readonly Capability[] } {
  if (!member) return noRole
  if (member.role !== 'limited') {
    return { role: member.role, capabilities: capabilitiesOfRole[member.role] }
  }
  const role = getOwn(member.projectRoles, projectId)
  return role ? { role, capabilities: capabilitiesOfProjectRole[role] ?? [] } : noRole
}

function requireAllowedRole(role: OrgRole, { permission }: OperationDefinition): void {
  if (permission === 'org:read' || permission === 'org:owner') mustAllowInOrg(role, permission)
}

const isNamed = (project: ProjectRef, idOrName: string) =>
  project.id === idOrName || project.name === idOrName.toLowerCase()

const isForPeople = ({ callers }: OperationDefinition) =>
  callers.every((kind) => kind === 'builder')

/** Unverified claims of a token; only used to find the key that verifies it. */
function readUnverifiedClaims(token: string): { iss?: string; kid?: string } {
  try {
    return { iss: decodeJwt(token).iss, kid: decodeProtectedHeader(token).kid }
  } catch {
    throw invalidCredential('The token is not a JWT.')
  }
}

/** Reads the project that the request names before the request is parsed. */
function projectNamed(
  { params, body }: FastifyRequest,
  operation: OperationDefinition,
): string | undefined {
  const place = placeOfProject(operation)
  const input = place === 'path' ? params : place === 'body' ? body : undefined
  const named = (input as Record<string, unknown> | null | undefined)?.['projectIdOrName']
  return typeof named === 'string' && !named.includes('\0') ? named : undefined
}
