import { isId, type IntegrationId } from '@platform/contract'
import { openSession } from '@platform/connections/provider/open-session'
import { baseURLOf } from '@platform/connectors'
import { findApprovedObjects } from '@platform/installations/installations/approved-objects'
import {
  findInstallation,
  getGroupInstallation,
  installationNotFound,
  type AccountName,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { contentOfRevision } from '@platform/installations/integrations/revision-content'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'

/** Names an installation by its ID, or by its integration and group. */
export type InstallationName = { id: string } | ({ integrationIdOrName: string } & AccountName)

/**
 * Returns the target of an installation's calls, with its credentials. Those of other integrations than
 * `integrationIds` are treated as missing.
 */
export async function openPassage(
  services: Services,
  {
    db,
    named,
    integrationIds,
  }: { db: Db; named: InstallationName; integrationIds?: readonly IntegrationId[] | undefined },
) {
  const installation = await findNamedInstallation(db, named)
  if (integrationIds && !integrationIds.includes(installation.integrationId))
    throw installationNotFound('id' in named ? named.id : installation.id)
  const { integrationName, latestRevisionId } = installation
  const { proxy, module } = (await contentOfRevision(db, latestRevisionId)) ?? {}
  if (proxy?.enabled !== true || installation.content.proxy?.enabled === false) {
    throw new Problem('proxy-not-enabled', {
      detail: `The installation ${installation.id} of ${integrationName} does not allow proxy calls.`,
    })
  }
  const approvedObjects = await findApprovedObjects(db, installation.connectionId)
  const session = await openSession(services, db, installation.connectionId)
  // Renewed tokens may name another host.
  const getTarget = (values = session.values) =>
    new URL(baseURLOf(session.entry, values, proxy.useModule ? module : undefined))
  return { session, getTarget, installationId: installation.id, approvedObjects }
}

async function findNamedInstallation(db: Db, named: InstallationName): Promise<InstallationRow> {
  if (!('id' in named)) return (await getGroupInstallation(db, named)).installation
  const { id } = named
  const installation = isId('inst', id) ? await findInstallation(db, id) : undefined
  if (installation) return installation
  throw installationNotFound(id)
}
