import {
  type BodyOf,
  type ConnectLink,
  type ConnectLinkId,
  type ConnectPage,
  type IntegrationId,
  connectPagePath,
  type createConnectLink as createConnectLinkOperation,
} from '@platform/contract'
import {
  type AdmittedProject,
  type Caller,
  type FoundLink,
  capabilitiesOfLinks,
  covers,
  findLinkMaker,
  generateConnectLinkToken,
  hashApiKey,
  invalidCredential,
  mustBeWithin,
  mustHave,
  nameOfCaller,
} from '@platform/kernel/access'
import { endSessionsOfLink } from '@platform/connections/connections/session/sessions'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getBranding } from '@platform/tenancy/projects/branding'
import { findProject } from '@platform/tenancy/projects/projects'
import { mustAllowAccount } from '../installations/save-installation.ts'
import { getIntegration } from '../integrations/integrations.ts'
import * as store from './store.ts'
import type { ConnectLinkRow } from './tables.ts'
import { getNow } from '@platform/kernel/values'

const hourMs = 3_600_000

/** Creates a link. Its secret is in the fragment of the address, which browsers send to no server. */
export async function createConnectLink(
  { publicUrl, tenantLimits }: Pick<Services, 'publicUrl' | 'tenantLimits'>,
  db: Db,
  {
    project,
    caller,
    integrationIdOrName,
    body,
  }: {
    project: AdmittedProject
    caller: Caller
    integrationIdOrName: string
    body: BodyOf<typeof createConnectLinkOperation>
  },
): Promise<ConnectLink> {
  for (const capability of capabilitiesOfLinks)
    mustHave(project.who, project.capabilities, capability)
  const integration = await getIntegration(db, integrationIdOrName)
  const { groupRef, groupName = groupRef, locale = null, returnUrl = null, hours } = body
  const { instance = null, displayName = null } = body
  if (instance !== null) await mustAllowAccount(db, integration, { groupRef, instance })
  else if (displayName !== null) {
    const detail = '`displayName` names an account, and requires its `instance`.'
    throw invalidInput({ in: 'body', name: 'displayName', detail })
  }
  if (returnUrl !== null) await mustBeOwnPage(db, project, returnUrl)
  const id = newId('clnk')
  // The customer reads the name: "Connected by Globex" rather than by an ID.
  const { consumerRef = id, consumerName = body.consumerRef ?? groupName } = body
  const secret = generateConnectLinkToken()
  const row = await inTransaction(db, async (tx) => {
    const inserted = await store.insertLink(tx, {
      id,
      projectId: project.id,
      integrationId: integration.id,
      hash: hashApiKey(secret),
      groupRef,
      groupName,
      consumerRef,
      consumerName,
      instance,
      displayName,
      locale,
      returnUrl,
      createdBy: nameOfCaller(caller),
      madeWith: JSON.stringify(findLinkMaker(caller) ?? null),
      lastUseTime: null,
      expireTime: getNow(hours * hourMs),
    })
    await mustBeWithin(tx, tenantLimits, {
      what: 'connectLinks',
      tenant: project.id,
      count: () => store.countLinks(tx, project.id),
    })
    return inserted
  })
  return { ...toConnectLink(row), link: `${publicUrl}${connectPagePath}/${id}#${secret}` }
}

/** Rejects pages of others, if the project names its own. */
async function mustBeOwnPage(db: Db, { id }: AdmittedProject, returnUrl: string): Promise<void> {
  const { allowedOrigins = [] } = (await findProject(db, id)) ?? {}
  const { origin } = new URL(returnUrl)
  if (allowedOrigins.length === 0 || covers(allowedOrigins, origin)) return
  throw invalidInput({
    in: 'body',
    name: 'returnUrl',
    detail: `${origin} is not an allowed origin of the project. Add it in the project's settings.`,
  })
}

interface LinkNamed {
  id: ConnectLinkId
  /** The integrations that a key is limited to. */
  integrationIds?: readonly IntegrationId[] | undefined
}

/** Returns the link, also if its maker has lost access. */
export async function getConnectLinkRow(
  db: Db,
  { id, ...limits }: LinkNamed,
): Promise<ConnectLinkRow> {
  const row = await store.selectLinks(db, limits).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuchLink(id)
  return row
}

/** Revokes the link, and ends sign-ins that its page has begun. */
export async function deleteConnectLink(db: Db, link: LinkNamed): Promise<void> {
  if (!(await store.deleteLink(db, link))) throw noSuchLink(link.id)
  await endSessionsOfLink(db, link.id)
}

/** Deletes the links of an erased group or consumer. */
export const deleteConnectLinksOf = store.deleteOwnedLinks

/** Returns what the hosted page shows. */
export async function getConnectPage(db: Db, caller: Caller): Promise<ConnectPage> {
  const link = caller.kind === 'consumer' ? caller.link : undefined
  const row = link && (await store.selectLinks(db).where('id', '=', link.id).executeTakeFirst())
  // Revoked or expired since the request was authenticated.
  if (!link || !row || caller.kind !== 'consumer') {
    throw invalidCredential('The link has expired or was revoked.')
  }
  const { project } = caller
  const { content } = await getIntegration(db, link.integration.id)
  return {
    projectId: project.id,
    appName: project.appName,
    branding: await getBranding(db, project.id),
    integrationName: link.integration.name,
    ...(content.multiple && { allowsSeveral: true }),
    ...toAccount(row),
    groupRef: row.groupRef,
    groupName: row.groupName,
    consumerRef: row.consumerRef,
    consumerName: row.consumerName,
    locale: row.locale ?? undefined,
    returnUrl: row.returnUrl ?? undefined,
    expireTime: row.expireTime.toISOString(),
  }
}

/** Finds the link of a credential for `access`. */
export async function findConnectLink(
  db: AcrossTenants,
  hash: Buffer,
): Promise<FoundLink | undefined> {
  const row = await store.findLinkByHash(db, hash)
  if (!row) return undefined
  const { integrationId, integrationName, provider, instance, displayName, ...link } = row
  return {
    ...link,
    integration: { id: integrationId, name: integrationName, provider },
    account: instance === null ? null : { instance, displayName },
  }
}

export const { noteConnectLinkUse } = store

export const noSuchLink = (id: string) =>
  new Problem('connect-link-not-found', {
    detail: `No connect link has the ID ${id}. It may have expired.`,
  })

const toAccount = ({ instance, displayName }: ConnectLinkRow) => ({
  instance: instance ?? undefined,
  displayName: displayName ?? undefined,
})

export const toConnectLink = (row: ConnectLinkRow): ConnectLink => ({
  id: row.id,
  projectId: row.projectId,
  integrationId: row.integrationId,
  group: { groupRef: row.groupRef, groupName: row.groupName },
  consumer: { consumerRef: row.consumerRef, consumerName: row.consumerName },
  ...toAccount(row),
  locale: row.locale ?? undefined,
  returnUrl: row.returnUrl ?? undefined,
  createdBy: row.createdBy,
  lastUseTime: row.lastUseTime?.toISOString(),
  expireTime: row.expireTime.toISOString(),
  createTime: row.createTime.toISOString(),
})
