import type { InstallationId, ProjectId, Installation } from '@platform/contract'
import { type Caller, maySeeGroup } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import {
  findRevisionsMentioning,
  getIntegration,
  type IntegrationRow,
} from '../integrations/integrations.ts'
import type { Services } from '@platform/kernel/services'
import { toInstallations } from './installation-record.ts'
import * as store from './store.ts'
import * as configStore from './config-store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** An installation was created or changed: its reads start, stop or change their schedule. */
    'installation-saved': { projectId: ProjectId; installationId: InstallationId }
    /** The subscriptions of an installation may have changed, or it was deleted. */
    'subscriptions-changed': {
      projectId: ProjectId
      installationId: InstallationId
      because: 'configuration' | 'new-account' | 'works-again'
    }
  }
}

/**
 * Finds an installation of the integration by ID.
 * @throws Problem `integration-not-found`, `installation-not-found`
 */
export async function getInstallation(
  db: Db,
  {
    integrationIdOrName,
    installationId,
  }: { integrationIdOrName: string; installationId: InstallationId },
): Promise<store.InstallationRow> {
  const row = await store.findInstallation(db, installationId)
  const isOfIt = [row?.integrationId, row?.integrationName].includes(integrationIdOrName)
  if (row && isOfIt) return row
  await getIntegration(db, integrationIdOrName)
  throw installationNotFound(installationId)
}

/** Path of an installation, and the caller. */
export interface VisibleAs {
  integrationId: string
  installationId: InstallationId
  groupRef?: string | undefined
}

/**
 * Finds the installation for a caller, who may be restricted to a group, and within `groupRef` if
 * given.
 * @throws Problem `integration-not-found`, `installation-not-found`
 */
export async function getVisibleInstallation(
  db: Db,
  caller: Caller,
  { integrationId: integrationIdOrName, installationId, groupRef }: VisibleAs,
): Promise<store.InstallationRow> {
  const installation = await getInstallation(db, { integrationIdOrName, installationId })
  if (maySeeGroup(caller, installation.groupRef, { groupRef })) return installation
  throw installationNotFound(installationId)
}

/** Finds the installation that a caller changes, and locks it if a transaction is open. */
export async function loadInstallation(
  db: Db,
  caller: Caller,
  named: VisibleAs,
): Promise<store.InstallationRow> {
  if (db.isTransaction) await store.lockInstallation(db, named.installationId)
  return getVisibleInstallation(db, caller, named)
}

/**
 * Finds the group's installation for a caller who changes it, and locks it if a transaction is open.
 * @throws Problem `integration-not-found`, `installation-not-found`
 */
export async function loadGroupInstallation(
  db: Db,
  caller: Caller,
  named: { integrationIdOrName: string } & store.AccountName,
): Promise<store.InstallationRow> {
  if (db.isTransaction) await store.lockNamedInstallation(db, named)
  const installation =
    (await store.findNamedInstallation(db, named)) ??
    // States what is missing.
    (await getGroupInstallation(db, named)).installation
  if (maySeeGroup(caller, installation.groupRef, named)) return installation
  throw installationNotFound(installation.id)
}

/** Converts the installation to its wire format. */
export async function toInstallation(
  services: Services,
  db: Db,
  row: store.InstallationRow,
): Promise<Installation> {
  const [installation] = await toInstallations(services, db, [row])
  if (!installation) throw installationNotFound(row.id)
  return installation
}

export const installationNotFound = (id: string) =>
  new Problem('installation-not-found', { detail: `No installation has the ID ${id}.` })

/** Finds the group's installation of the integration: of the default account, unless another is named. */
export async function getGroupInstallation(
  db: Db,
  { integrationIdOrName, ...account }: { integrationIdOrName: string } & store.AccountName,
): Promise<{ integration: IntegrationRow; installation: store.InstallationRow }> {
  const integration = await getIntegration(db, integrationIdOrName)
  const installation = await store.findGroupInstallation(db, integration.id, account)
  if (!installation) {
    throw new Problem('installation-not-found', {
      detail: `The group ${account.groupRef} has not installed ${integration.name}${account.instance ? ` for the account ${account.instance}` : ''}.`,
    })
  }
  return { integration, installation }
}

/** Deletes without events, for the erasure of personal data. */
export const deleteInstallationsOf = store.deleteInstallationsOn

/** Replaces an erased person as the actor of remaining installations. */
export const renameActors = configStore.renameActors

/**
 * Finds installations whose configuration, or whose integration (latest or installed), contains one
 * of the names as a value. The caller determines what the name means there.
 */
export async function* installationsMentioning(db: Db, names: readonly string[]) {
  yield* store.findMentioning(db, { names, revisionIds: await findRevisionsMentioning(db, names) })
}

/** Returns the groups of installations, by installation ID. */
export async function groupsOfInstallations(
  db: Db,
  ids: readonly InstallationId[],
): Promise<Map<InstallationId, GroupOfInstallation>> {
  const rows = ids.length > 0 ? await store.selectGroups(db, ids) : []
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findInstallationsOfGroup(
  db: Db,
  projectId: ProjectId,
  groupRef: string,
): Promise<InstallationId[]> {
  return (await store.findIdsOfGroup(db, projectId, groupRef)).map(({ id }) => id)
}

export interface GroupOfInstallation {
  /** Name of the account; empty for the default one. */
  instance: string
  displayName: string | null
  groupRef: string
  groupName: string
}

export const findInstallationOfConfig = store.findInstallationOfConfig
export const findInstallation = store.findInstallation
export const findInstallations = store.findInstallations
export const findInstallationsOfConnection = store.findInstallationsOfConnection
export const installationFilter = store.installationQuery
export const lockInstallation = store.lockInstallation
export const lockInstallations = store.lockInstallations
export const lockFreeInstallations = store.lockFreeInstallations
export const setLastOperationStatus = store.setLastOperationStatus
export type { AccountName, InstallationRow } from './store.ts'

export const configsBefore = configStore.configsBefore
export const notePause = configStore.notePause
export const pauseQuery = configStore.pauseQuery
