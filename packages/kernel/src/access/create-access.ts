import {
  capabilitiesOfProjectRole,
  capabilitiesOfScope,
  type Capability,
  type ProjectId,
  capabilityOf,
  type BuilderId,
  type OperationDefinition,
  type OrgId,
  type OrgRole,
} from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import { placeOfProject } from './about-project.ts'
import type { Access } from './access.ts'
import { hashApiKey, storedHashes } from './api-keys.ts'
import { verifyBuilderToken, type Issuer } from './builder-tokens.ts'
import type { Caller, ProjectRef } from './caller.ts'
import { consumerTokens, isUuid, unknownToken } from './consumer-tokens.ts'
import { verifyFrontendKey } from './frontend-keys.ts'
import { requireAllowedOrigin } from './own-pages.ts'
import { bearerRequired, credentialMissing, credentialOf, invalidCredential } from './credential.ts'
import { isInNetworks } from './networks.ts'
import {
  capabilitiesOfRole,
  capabilitiesOfScopes,
  mustAllowInOrg,
  mustHave,
} from './permissions.ts'
import { shortCache } from './short-cache.ts'
import { own } from '../values/own.ts'
import type { Directory, MemberRoles } from './directory.ts'
import * as store from './store.ts'

export interface AccessOptions {
  /** The built-in sign-in, whose tokens name a builder by ID. */
  ownIssuer?: Issuer
  /** Further accepted issuers. A builder is created when a person is first seen. */
  outsideIssuers?: readonly Issuer[]
  now?: () => Date
}

/** Verifies credentials against the database and caches the results briefly. */
export function createAccess(
  database: Database,
  directory: Directory,
  { ownIssuer, outsideIssuers = [], now = () => new Date() }: AccessOptions = {},
): Access {
  const db = database.everything
  const consumers = consumerTokens(database, directory)
  const projects = shortCache((idOrName) => directory.findProject(db, idOrName))
  const projectsOfKeys = shortCache((kid) => directory.findProjectOfKey(db, kid))
  const builders = shortCache((id) => store.findBuilder(db, id as BuilderId))
  const roles = shortCache((builderAndOrg) => {
    const [builderId, orgId] = builderAndOrg.split(' ') as [BuilderId, OrgId]
    return directory.findRole(db, builderId, orgId)
  })
  const endedSessions = shortCache((id) => directory.hasEnded(db, id))
  const keys = shortCache(async (hash) => {
    const row = await directory.findApiKey(db, storedHashes(Buffer.from(hash, 'base64')))
    if (!row) return undefined
    await directory.noteUse(db, row)
    const {
      apiKeyId,
      label,
      scopes,
      integrationIds,
      allowedNetworks,
      isFormer: _isFormer,
      expireTime,
      allowedOrigins,
      projectOrigins,
      frontendKeys,
      ...project
    } = row
    const kind: 'full' | 'frontend' = scopes.includes('frontend') ? 'frontend' : 'full'
    const integrations =
      integrationIds &&
      (await directory.findIntegrations(database.tenant(project.id), integrationIds))
    return {
      kind,
      apiKeyId,
      label,
      project,
      expireTime,
      capabilities: capabilitiesOfScopes(scopes),
      ...(integrations && { integrations }),
      allowedNetworks,
      allowedOrigins,
      projectOrigins,
      frontendKeys,
    }
  })

  async function byApiKey(
    key: string,
    { headers, ip }: FastifyRequest,
    operation: OperationDefinition,
  ): Promise<Caller> {
    const found = await keys.get(hashApiKey(key).toString('base64'))
    if (!found) throw invalidCredential('The API key is not valid.')
    const { kind, apiKeyId, label, project, expireTime, allowedNetworks } = found
    if (expireTime && expireTime <= now()) throw invalidCredential('The API key has expired.')
    if (allowedNetworks.length > 0 && !isInNetworks(allowedNetworks, ip)) throw wrongNetwork(ip)
    mustBeFor(operation, kind)
    if (kind === 'full') {
      const { capabilities, integrations } = found
      const base = { kind, apiKeyId, label, project, capabilities, allowedNetworks, expireTime }
      const caller = { ...base, ...(integrations && { integrations }) }
      mustSuit(operation, caller)
      return caller
    }
    return { kind, apiKeyId, label, project, ...verifyFrontendKey(found, headers) }
  }

  async function byToken(
    token: string,
    request: FastifyRequest,
    operation: OperationDefinition,
  ): Promise<Caller> {
    const { iss, kid } = unverified(token)
    const outside = outsideIssuers.find(({ issuer }) => issuer === iss)
    if (outside) return outsider(token, outside)
    if (ownIssuer && iss === ownIssuer.issuer) return ownBuilder(token, ownIssuer)

    const project = await projectOfToken(kid, request, operation)
    if (!project || !kid) throw unknownToken()
    const consumer = await consumers.verify(token, kid, project, now())
    const origin = requireAllowedOrigin(project.allowedOrigins, request.headers)
    return { kind: 'consumer', project, ...consumer, ...(origin && { origin }) }
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

  async function ownBuilder(token: string, issuer: Issuer): Promise<Caller> {
    const claims = await verifyBuilderToken(token, issuer, now())
    const { sub, email_verified: isVerified } = claims
    // A builder created by the operator has none.
    const sessionId = textOf(claims['sid'])
    if (sessionId && (await endedSessions.get(sessionId))) {
      throw invalidCredential('The session of the token has ended.')
    }
    let builder = await builders.get(sub!)
    // After an address is confirmed, the token is newer than the cached entry.
    if (isVerified === true && builder?.emailVerified === false) {
      builders.clear()
      builder = await builders.get(sub!)
    }
    if (!builder) throw invalidCredential('The builder no longer exists.')
    return asCaller(builder)
  }

  async function outsider(token: string, issuer: Issuer): Promise<Caller> {
    const claims = await verifyBuilderToken(token, issuer, now())
    const idpRef = textOf(claims.sub)
    if (!idpRef) throw invalidCredential('The claim sub of the token does not identify a user.')
    const email = textOf(claims['email'])?.toLowerCase()
    const fullName = textOf(claims['name'])
    const person = {
      idpProvider: issuer.issuer,
      idpRef,
      email: email ?? '',
      emailVerified: email !== undefined && claims['email_verified'] === true,
      ...(fullName && { fullName }),
    }
    return asCaller(await store.upsertBuilder(db, person))
  }

  return {
    async authenticate(request, operation) {
      if (operation.callers.length === 0) {
        const { optionalCallers: callers } = operation
        if (!callers || credentialOf(request.headers).kind === 'none') return { kind: 'nobody' }
        return this.authenticate(request, { ...operation, callers })
      }
      const credential = credentialOf(request.headers)
      if (credential.kind === 'none') throw credentialMissing()
      if (credential.kind === 'api-key' && isForPeople(operation)) throw bearerRequired()

      if (credential.kind === 'api-key') return byApiKey(credential.key, request, operation)
      const caller = await byToken(credential.token, request, operation)
      mustBeFor(operation, caller.kind)
      return caller
    },

    async project(caller, operation, names) {
      const { projectIdOrName } = names
      if (caller.kind !== 'builder') {
        const callers = caller.kind === 'nobody' ? undefined : caller.project
        if (!callers || !isNamed(callers, projectIdOrName)) throw noSuchProject(projectIdOrName)
        if (caller.kind !== 'full') {
          return {
            ...callers,
            who: nameOf[caller.kind],
            capabilities: capabilitiesOfScope.frontend,
          }
        }
        const { capabilities, integrations } = caller
        mustNameOwn(operation, names, integrations)
        const integrationIds = integrations?.map(({ id }) => id)
        const who = spokenKey(caller)
        return { ...callers, who, capabilities, ...(integrationIds && { integrationIds }) }
      }
      const project = await projects.get(projectIdOrName)
      const member = project && (await roles.get(`${caller.builderId} ${project.orgId}`))
      const { role, capabilities } = project ? roleIn(project.id, member) : noRole
      if (!project || !role) throw noSuchProject(projectIdOrName)
      const who = `The role ${role}`
      const capability = capabilityOf(operation)
      if (capability) mustHave(who, capabilities, capability)
      else mustAllowOf(member?.role ?? 'limited', operation)
      return { ...project, who, capabilities }
    },

    async organization(caller, operation, { orgId }) {
      const builderId = caller.kind === 'builder' ? caller.builderId : undefined
      // Row-level security takes only an ID as the name of a tenant.
      const id = /^org_\w+$/.test(orgId) ? (orgId as OrgId) : undefined
      const role = builderId && id && (await roles.get(`${builderId} ${id}`))?.role
      if (!id || (!role && operation.permission)) throw noSuchOrg(orgId)
      if (role) mustAllowOf(role, operation)
      return { id, role: role || undefined }
    },

    forget() {
      for (const cache of [endedSessions, keys, projects, projectsOfKeys, builders, roles])
        cache.clear()
      consumers.clear()
    },
  }
}

export const noSuchProject = (idOrName: string) =>
  new Problem('project-not-found', { detail: `No project has the ID or name ${idOrName}.` })

export const noSuchOrg = (orgId: string) =>
  new Problem('org-not-found', { detail: `No organization has the ID ${orgId}.` })

/** Rejects a key that lacks the capability, or whose integrations an operation on the project goes beyond. */
function mustSuit(operation: OperationDefinition, key: Caller & { kind: 'full' }): void {
  // What needs no credential shows one that is sent no less.
  if (operation.optionalCallers) return
  const capability = capabilityOf(operation)
  // A permission of organizations is none that a key has.
  if (!capability) throw unavailable(operation.id, spokenKey(key))
  mustHave(spokenKey(key), key.capabilities, capability)
  if (!key.integrations || operation.suitsLimitedKeys || integrationIn(operation)) return
  throw new Problem('permission-missing', {
    detail: `${operation.id} concerns the project as a whole, and ${spokenKey(key, 'the')} is limited to integrations.`,
  })
}

/** The parameter of the path that names an integration. */
const integrationIn = ({ path }: OperationDefinition): string | undefined =>
  /\{(integrationId(?:OrName)?)\}/.exec(path)?.[1]

/** Rejects a key that is limited to integrations, if the request names another one. */
function mustNameOwn(
  operation: OperationDefinition,
  names: Record<string, unknown>,
  integrations: readonly { id: string; name: string }[] | undefined,
): void {
  const parameter = integrationIn(operation)
  if (!integrations || !parameter) return
  const named = names[parameter]
  if (integrations.some(({ id, name }) => named === id || named === name)) return
  // The same for one that does not exist: a key learns nothing about others.
  throw new Problem('permission-missing', {
    detail: `The API key is limited to other integrations than ${String(named).slice(0, 255)}.`,
  })
}

const spokenKey = ({ label }: { label: string }, the: 'The' | 'the' = 'The') =>
  `${the} API key “${label}”`

const noRole = { role: undefined, capabilities: [] } as const

/** The role that counts in a project: of a limited member, the one that they have there. */
function roleIn(
  projectId: ProjectId,
  member: MemberRoles | undefined,
): { role: string | undefined; capabilities: readonly Capability[] } {
  if (!member) return noRole
  if (member.role !== 'limited') {
    return { role: member.role, capabilities: capabilitiesOfRole[member.role] }
  }
  const role = own(member.projectRoles, projectId)
  return role ? { role, capabilities: capabilitiesOfProjectRole[role] ?? [] } : noRole
}

function mustAllowOf(role: OrgRole, { permission }: OperationDefinition): void {
  if (permission === 'org:read' || permission === 'org:owner') mustAllowInOrg(role, permission)
}

const wrongNetwork = (ip: string) =>
  new Problem('network-not-allowed', { detail: `The key is not accepted from ${ip}.` })

const isNamed = (project: ProjectRef, idOrName: string) =>
  project.id === idOrName || project.name === idOrName.toLowerCase()

const isForPeople = ({ callers }: OperationDefinition) =>
  callers.every((kind) => kind === 'builder')

function mustBeFor({ id, callers }: OperationDefinition, kind: Caller['kind']): void {
  if (kind !== 'nobody' && callers.includes(kind)) return
  throw unavailable(id, nameOf[kind])
}

const unavailable = (operationId: string, who: string) =>
  new Problem('permission-missing', { detail: `${operationId} is not available to ${who}.` })

const asCaller = (builder: {
  id: BuilderId
  primaryEmail: string
  emailVerified: boolean
}): Caller => ({
  kind: 'builder',
  builderId: builder.id,
  email: builder.primaryEmail,
  emailVerified: builder.emailVerified,
})

const nameOf = {
  nobody: 'anybody',
  builder: 'builders',
  full: 'API keys of servers',
  frontend: 'API keys of scope frontend',
  consumer: 'end users',
}

/** Prepares a claim for storage: truncated, without the NUL character that PostgreSQL rejects. */
const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= 320 && !claim.includes('\0')
    ? claim
    : undefined

/** Unverified claims of a token; only used to find the key that verifies it. */
function unverified(token: string): { iss?: string; kid?: string } {
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
