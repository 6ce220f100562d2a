import type { BuilderId, Capability, OperationDefinition } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import { hashApiKey, invalidCredential } from './credential.ts'
import { unavailable } from './permissions.ts'
import type { Caller, LinkMaker, ProjectRef } from './caller.ts'
import type { Directory } from './directory.ts'
import type { ShortCaches } from '../values/caches.ts'

/**
 * What the hosted page of a link uses. Everything else that end users may do, such as calls of tools and the
 * removal of a connection, is rejected.
 */
export const operationsOfLinks: ReadonlySet<string> = new Set([
  'getConnectPage',
  'listIntegrations',
  'getIntegration',
  'getHydratedRevision',
  'getProvider',
  'oauthConnect',
  'customAuthConnect',
  'generateConnection',
  'oauthUpdate',
  'getConnectSession',
  'listConnections',
  'getConnection',
  'updateConnection',
  'upsertMetadataForConnection',
  'listInstallations',
  'listInstallationsForProject',
  'createInstallation',
  'getInstallation',
  'updateInstallation',
  'deleteInstallation',
  'getInstallationActivity',
  'getBackfillProgress',
  'sampleRecords',
  'pauseInstallation',
  'unpauseInstallation',
])

/** What the page of an approval uses. */
const operationsOfApprovals: ReadonlySet<string> = new Set([
  'getApprovalPage',
  'getApproval',
  'approveWrite',
  'rejectWrite',
])

/** What the page of a connect link may do. The maker of the link must be allowed all of it. */
export const capabilitiesOfLinks = [
  'manage:connections',
  'manage:installations',
  'read:records',
] as const satisfies Capability[]

/** What the maker of an approval link must be allowed. */
const capabilitiesOfApprovals = [
  'manage:connections',
  'write:records',
] as const satisfies Capability[]

/** Authenticates the hosted page, which acts for an end user of one group and for one integration. */
export function linkCallers(
  database: Database,
  directory: Directory,
  {
    publicUrl,
    caches,
    now,
    listCapabilities,
  }: {
    publicUrl: string | undefined
    caches: ShortCaches
    now: () => Date
    /** Returns what a builder may do in the project. */
    listCapabilities: (builderId: BuilderId, project: ProjectRef) => Promise<readonly Capability[]>
  },
) {
  const db = database.everything

  /** Reports whether the maker of a link may still do what it allows. */
  async function mayStill(
    { madeWith, ...project }: ProjectRef & { madeWith: LinkMaker | null },
    needed: readonly Capability[],
  ): Promise<boolean> {
    // Links of earlier versions name no maker.
    if (!madeWith) return true
    const tenant = database.tenant(project.id)
    const held =
      'keyId' in madeWith
        ? [await directory.listKeyCapabilities(tenant, madeWith.keyId)]
        : await Promise.all([
            listCapabilities(madeWith.builderId, project),
            ...(madeWith.agentId
              ? [directory.listAgentCapabilities(tenant, madeWith.agentId)]
              : []),
          ])
    return needed.every((one) => held.every((capabilities) => capabilities.includes(one)))
  }

  const links = caches.open(async (hash) => {
    const row = await directory.findConnectLink(db, Buffer.from(hash, 'base64'))
    if (!row || !(await mayStill(row, capabilitiesOfLinks))) return undefined
    await directory.noteConnectLinkUse(db, row.connectLinkId)
    return row
  })

  const approvals = caches.open(async (hash) => {
    const row = await directory.findApprovalLink(db, Buffer.from(hash, 'base64'))
    return row && (await mayStill(row, capabilitiesOfApprovals)) ? row : undefined
  })
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  const mustBeFromPage = ({ headers }: FastifyRequest) => {
    // Browsers name no origin if a page reads from its own server.
    if (headers.origin === undefined || headers.origin === origin) return
    throw new Problem('origin-not-allowed', {
      detail: 'Links are only accepted from the hosted page.',
    })
  }

  return {
    /** Reports whether a connect link with this maker can be used. */
    mayBeUsed: (project: ProjectRef, madeWith: LinkMaker | null) =>
      mayStill({ ...project, madeWith }, capabilitiesOfLinks),

    /** Authenticates the page of an approval: one person, who decides about one write. */
    async authenticateApprover(
      token: string,
      request: FastifyRequest,
      operation: OperationDefinition,
    ): Promise<Caller> {
      const found = await approvals.get(hashApiKey(token).toString('base64'))
      if (!found)
        throw invalidCredential(
          'The link is not valid. A later one may have replaced it, or its maker has lost access.',
        )
      const { approvalId, groupRef, consumerRef, expireTime, madeWith: _maker, ...project } = found
      if (expireTime <= now()) throw invalidCredential('The link has expired.')
      if (!operationsOfApprovals.has(operation.id)) {
        throw unavailable(operation.id, 'approval links')
      }
      mustBeFromPage(request)
      const person = { groupRef, consumerRef, approvalId }
      return { kind: 'consumer', project, ...person, ...(origin && { origin }) }
    },

    async authenticate(
      token: string,
      request: FastifyRequest,
      operation: OperationDefinition,
    ): Promise<Caller> {
      const found = await links.get(hashApiKey(token).toString('base64'))
      if (!found)
        throw invalidCredential(
          'The link is not valid. It was revoked, or its maker has lost access.',
        )
      const { connectLinkId, groupRef, consumerRef, expireTime, integration, account, ...rest } =
        found
      const { madeWith: _maker, ...project } = rest
      if (expireTime <= now()) throw invalidCredential('The link has expired.')
      if (!operationsOfLinks.has(operation.id)) throw unavailable(operation.id, 'connect links')
      mustBeFromPage(request)
      return {
        kind: 'consumer',
        project,
        groupRef,
        consumerRef,
        link: { id: connectLinkId, integration, account },
        ...(origin && { origin }),
      }
    },
  }
}
