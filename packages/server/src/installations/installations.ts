import { isDeepStrictEqual } from 'node:util'
import {
  Config,
  type BodyOf,
  type ConfigContent,
  type WriteConfigObject,
  type ConnectionId,
  type InputValidationIssue,
  type createInstallation as createInstallationOperation,
  type Installation,
  type InstallationId,
  type ManifestIntegration,
  type ProjectId,
  updateInstallation as updateInstallationOperation,
} from '@platform/contract'
import {
  deleteConnection,
  findConnectionRow,
  findGroupConnection,
  lockConnectionAgainstUse,
  type ConnectionRow,
} from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { applyMask } from '../http/update-mask.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import {
  findRevisionsMentioning,
  getIntegration,
  type IntegrationRow,
} from '../integrations/integrations.ts'
import {
  findReadObject,
  installedReadObjects,
  missingMappings,
  planRead,
  type ReadPlan,
} from '../integrations/read-object.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { mustHaveRoom } from '../projects/stored-bytes.ts'
import type { Services } from '../services.ts'
import { configForEvent } from './config-for-event.ts'
import { toInstallationRef, toInstallations } from './installation-record.ts'
import { sampleRead } from './sample-read.ts'
import * as store from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** An installation was created or changed: its reads start, stop or change their schedule. */
    'installation-saved': { projectId: ProjectId; installationId: InstallationId }
    /** Its objects are due to be looked at for fields that have come, gone or changed. */
    'watch-schema': { projectId: ProjectId; installationId: InstallationId }
    /** What an installation hears of may be another now; it may be gone as well. */
    'subscriptions-changed': {
      projectId: ProjectId
      installationId: InstallationId
      because: 'configuration' | 'new-account' | 'works-again'
    }
  }
}

/** The installation of this ID, in the integration. */
export async function getInstallation(
  db: Db,
  ids: { integrationIdOrName: string; installationId: InstallationId },
): Promise<store.InstallationRow> {
  const integration = await getIntegration(db, ids.integrationIdOrName)
  const row = await store.findInstallation(db, ids.installationId)
  if (!row || row.integrationId !== integration.id) throw installationNotFound(ids.installationId)
  return row
}

/** The installation as the wire shows it. */
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

/** The group's installation of the integration. */
export async function getGroupInstallation(
  db: Db,
  { integrationIdOrName, groupRef }: { integrationIdOrName: string; groupRef: string },
): Promise<{ integration: IntegrationRow; installation: store.InstallationRow }> {
  const integration = await getIntegration(db, integrationIdOrName)
  const installation = await store.findGroupInstallation(db, integration.id, groupRef)
  if (!installation) {
    throw new Problem('installation-not-found', {
      detail: `The group ${groupRef} has not installed ${integration.name}.`,
    })
  }
  return { integration, installation }
}

type NewInstallation = {
  integrationIdOrName: string
  body: BodyOf<typeof createInstallationOperation>
}

/** What a new installation is made of, as things are now. */
async function partsOf(db: Db, { integrationIdOrName, body }: NewInstallation) {
  const integration = await getIntegration(db, integrationIdOrName)
  const { groupRef } = body
  const existing = await store.findGroupInstallation(db, integration.id, groupRef)
  if (existing) throw alreadyInstalled(integration, existing)

  const connection = await chooseConnection(db, integration, {
    groupRef,
    connectionId: body.connectionId,
  })
  mustBeOffered(integration.content, body.config.content)
  const plans = plansOf(integration.content, body.config.content)
  return { integration, connection, plans }
}

/**
 * Reads one record of each object that the installation would read on schedule, so that nothing is
 * saved that the provider would refuse.
 */
export async function tryInstallation(
  services: Services,
  db: Db,
  wanted: NewInstallation,
): Promise<void> {
  const { connection, plans } = await partsOf(db, wanted)
  await sampleRead(services, db, {
    connection,
    plans: [...plans.values()].filter(({ schedule }) => schedule !== undefined),
  })
}

/** Installs an integration for a group. Backfills start as soon as it is saved. */
export async function createInstallation(
  services: Services,
  db: Db,
  { projectId, ...wanted }: NewInstallation & { projectId: ProjectId },
): Promise<Installation> {
  const { integration, connection } = await partsOf(db, wanted)
  const { groupRef, config } = wanted.body
  const id = newId('inst')
  const configId = newId('conf')
  const row = await inTransaction(db, async (tx) => {
    const inserted = await store.insertInstallation(tx, {
      id,
      projectId,
      integrationId: integration.id,
      groupRef,
      connectionId: connection.id,
      configId,
      createdBy: config.createdBy,
    })
    if (!inserted) {
      throw alreadyInstalled(
        integration,
        await store.findGroupInstallation(tx, integration.id, groupRef),
      )
    }
    await store.insertConfig(tx, {
      id: configId,
      projectId,
      installationId: id,
      revisionId: integration.latestRevisionId,
      content: config.content,
      createdBy: config.createdBy,
    })
    await mustHaveRoom(tx, services.tenantLimits, projectId)
    const installation = (await store.findInstallation(tx, id))!
    const eventId = newId('evt')
    await services.notifications.emit(tx, {
      id: eventId,
      projectId,
      type: 'installation.created',
      data: {
        ...toInstallationRef(installation, connection),
        ...(await configForEvent(services, tx, installation, eventId)),
      },
    })
    await enqueue(tx, 'installation-saved', { projectId, installationId: id })
    return installation
  })
  return toInstallation(services, db, row)
}

const alreadyInstalled = (
  integration: { name: string },
  existing: { id: InstallationId; groupRef: string } | undefined,
) =>
  new Problem('installation-exists', {
    detail: `The group ${existing?.groupRef} has installed ${integration.name} already: ${existing?.id}.`,
    remedy: 'Update that installation instead.',
    context: { installationId: existing?.id },
  })

async function chooseConnection(
  db: Db,
  integration: { provider: string },
  { groupRef, connectionId }: { groupRef: string; connectionId: ConnectionId | undefined },
): Promise<ConnectionRow> {
  if (connectionId === undefined) {
    const connection = await findGroupConnection(db, integration.provider, groupRef)
    if (connection) return connection
    throw new Problem('connection-missing', {
      detail: `The group ${groupRef} has no connection to ${integration.provider}.`,
    })
  }
  const connection = await findConnectionRow(db, connectionId)
  if (
    !connection ||
    connection.groupRef !== groupRef ||
    connection.provider !== integration.provider
  ) {
    throw new Problem('connection-missing', {
      detail: `The group ${groupRef} has no connection ${connectionId} to ${integration.provider}.`,
    })
  }
  return connection
}

/** Where defaults are chosen of an object that is written: there are two ways to say one. */
const chosenDefaults = ({
  selectedValueDefaults,
  selectedFieldSettings = {},
}: WriteConfigObject): string[] => [
  ...(selectedValueDefaults ? ['selectedValueDefaults'] : []),
  ...Object.entries(selectedFieldSettings).flatMap(([name, setting]) =>
    setting.default === undefined ? [] : [`selectedFieldSettings.${name}.default`],
  ),
]

/** Refuses choices that nothing would come of: the integration does not offer them. */
function mustBeOffered(latest: ManifestIntegration, content: ConfigContent): void {
  const issues: InputValidationIssue[] = []
  const refuse = (name: string, detail: string) =>
    issues.push({ in: 'body', name: `config.content.${name}`, detail })

  if (content.provider !== undefined && content.provider !== latest.provider) {
    refuse('provider', `The integration is of ${latest.provider}.`)
  }
  const written = new Map(latest.write?.objects?.map((object) => [object.objectName, object]))
  for (const [objectName, config] of Object.entries(content.write?.objects ?? {})) {
    const object = written.get(objectName)
    const place = `write.objects.${objectName}`
    if (!object) refuse(place, `The integration does not write ${objectName}.`)
    else if (object.valueDefaults?.allowAnyFields !== true) {
      for (const path of chosenDefaults(config)) {
        refuse(
          `${place}.${path}`,
          'The integration lets nobody choose defaults: its manifest needs `valueDefaults.allowAnyFields`.',
        )
      }
    }
  }
  if (content.proxy?.enabled === true && latest.proxy?.enabled !== true) {
    refuse('proxy.enabled', 'The integration passes no calls on.')
  }
  const heardOf = (latest.subscribe?.objects ?? []).map(({ objectName }) => objectName)
  for (const objectName of Object.keys(content.subscribe?.objects ?? {})) {
    if (heardOf.includes(objectName)) continue
    refuse(
      `subscribe.objects.${objectName}`,
      `The integration does not subscribe to ${objectName}.`,
    )
  }
  if (issues.length > 0) throw invalidInput(...issues)
}

/** How each chosen object is read. Every name that the integration does not know is named. */
function plansOf(latest: ManifestIntegration, content: ConfigContent): Map<string, ReadPlan> {
  const plans = new Map<string, ReadPlan>()
  for (const [objectName, config] of Object.entries(installedReadObjects(content, latest))) {
    const path = `config.content.read.objects.${objectName}`
    const object = findReadObject(objectName, latest)
    if (!object) {
      throw invalidInput({
        in: 'body',
        name: path,
        value: objectName,
        detail: `The integration does not read ${objectName}.`,
      })
    }
    const missing = missingMappings(object, config)
    if (missing.length > 0 && !config.disabled) {
      throw invalidInput(
        ...missing.map((name) => ({
          in: 'body' as const,
          name: `${path}.selectedFieldMappings.${name}`,
          detail: `A field must be chosen for ${name}.`,
        })),
      )
    }
    if (!config.disabled) plans.set(objectName, planRead(object, config))
  }
  return plans
}

const sent = updateInstallationOperation.body.shape.installation
const changeable = sent.extend({
  config: sent.shape.config.unwrap().extend(Config.pick({ createdBy: true, content: true }).shape),
})

export type InstallationChange = {
  installation: store.InstallationRow
  body: BodyOf<typeof updateInstallationOperation>
  /** Who changes it, unless the mask names another. */
  by: string
}

/** What the installation would be after the change. */
async function changedParts(
  db: Db,
  { installation: before, body: { updateMask, installation: changes }, by }: InstallationChange,
) {
  const integration = await getIntegration(db, before.integrationId)
  const { connectionId, config } = applyMask(
    {
      connectionId: before.connectionId,
      config: {
        createdBy: by,
        content: before.content,
      },
    },
    updateMask,
    changes,
    changeable,
  )
  const connection = await chooseConnection(db, integration, {
    groupRef: before.groupRef,
    connectionId,
  })
  mustBeOffered(integration.content, config.content)
  return { integration, config, connection, plans: plansOf(integration.content, config.content) }
}

/**
 * Reads one record of each object that is new or different, so that nothing is saved that the
 * provider would refuse; of all of them when the connection is another.
 */
export async function tryInstallationChange(
  services: Services,
  db: Db,
  change: InstallationChange,
): Promise<void> {
  const before = change.installation
  const { integration, connection, plans } = await changedParts(db, change)
  const unchanged =
    connection.id === before.connectionId
      ? safePlans(integration.content, before.content)
      : new Map()
  await sampleRead(services, db, {
    connection,
    plans: [...plans.values()].filter(
      (plan) =>
        plan.schedule !== undefined && !isDeepStrictEqual(plan, unchanged.get(plan.objectName)),
    ),
  })
}

/** Changes the configuration or the connection. */
export async function updateInstallation(
  services: Services,
  db: Db,
  change: InstallationChange,
): Promise<Installation> {
  const before = change.installation
  const { projectId, id } = before
  const { integration, config, connection } = await changedParts(db, change)

  const configId = newId('conf')
  const row = await inTransaction(db, async (tx) => {
    await store.insertConfig(tx, {
      id: configId,
      projectId,
      installationId: id,
      revisionId: integration.latestRevisionId,
      content: config.content,
      createdBy: config.createdBy,
    })
    await mustHaveRoom(tx, services.tenantLimits, projectId)
    await store.updateInstallation(tx, id, { configId, connectionId: connection.id })
    const installation = (await store.findInstallation(tx, id))!
    const eventId = newId('evt')
    const lastConfig = await configForEvent(services, tx, before, eventId)
    await services.notifications.emit(tx, {
      id: eventId,
      projectId,
      type: 'installation.updated',
      data: {
        ...toInstallationRef(installation, connection),
        ...(await configForEvent(services, tx, installation, eventId)),
        ...('config' in lastConfig
          ? { lastConfig: lastConfig.config }
          : { lastConfigURL: lastConfig.configURL }),
      },
    })
    await enqueue(tx, 'installation-saved', { projectId, installationId: id })
    return installation
  })
  return toInstallation(services, db, row)
}

/** What was saved under an earlier revision may no longer be plannable; then all of it is new. */
function safePlans(latest: ManifestIntegration, content: ConfigContent): Map<string, ReadPlan> {
  try {
    return plansOf(latest, content)
  } catch (error) {
    if (error instanceof Problem) return new Map()
    throw error
  }
}

/** Uninstalls: nothing is read any more, and the connection goes too unless something else uses it. */
export async function deleteInstallation(
  services: Services,
  db: Db,
  installation: store.InstallationRow,
): Promise<void> {
  if (!(await uninstall(services, db, installation))) throw installationNotFound(installation.id)
}

/** The same; answers whether it was still there. */
export async function uninstall(
  services: Services,
  db: Db,
  installation: store.InstallationRow,
): Promise<boolean> {
  const { projectId } = installation
  return inTransaction(db, async (tx) => {
    // First, as where a group is erased.
    await lockConnectionAgainstUse(tx, installation.connectionId)
    const [locked] = await store.lockInstallation(tx, installation.id)
    const connection = locked && (await findConnectionRow(tx, locked.connectionId))
    if (!connection) return false
    const eventId = newId('evt')
    await services.notifications.emit(tx, {
      id: eventId,
      projectId,
      type: 'installation.deleted',
      data: {
        ...toInstallationRef(installation, connection),
        ...(await configForEvent(services, tx, installation, eventId)),
      },
    })
    await store.deleteInstallation(tx, installation.id)
    await enqueue(tx, 'subscriptions-changed', {
      projectId,
      installationId: installation.id,
      because: 'configuration',
    })
    // What is subscribed to with it is taken back first; then it goes.
    if (!(await services.isSubscribed(tx, connection.id))) {
      await deleteUnusedConnection(services, tx, connection.id)
    }
    return true
  })
}

/** Deletes a connection that no installation uses; nothing happens to one that is used or gone. */
export async function deleteUnusedConnection(
  services: Services,
  tx: Db,
  connectionId: ConnectionId,
): Promise<void> {
  // Nobody installs on it between the look and the deletion.
  if (!(await lockConnectionAgainstUse(tx, connectionId))) return
  if (await store.isConnectionUsed(tx, connectionId)) return
  await deleteConnection(services, tx, connectionId)
}

/** Without a word to anybody: for the erasure of persons. */
export const deleteInstallationsOf = store.deleteInstallationsOf

/** The same of what somebody did with installations that stay. */
export const renameActors = store.renameActors

/**
 * Installations whose configuration, or whose integration as it is or as they installed it, has one of
 * the names in it as a value. Who reads on sees what the name is there.
 */
export async function* installationsMentioning(db: Db, names: readonly string[]) {
  yield* store.findMentioning(db, { names, revisionIds: await findRevisionsMentioning(db, names) })
}

/** Whose installations they are, by their IDs. */
export async function groupsOfInstallations(
  db: Db,
  ids: readonly InstallationId[],
): Promise<Map<InstallationId, GroupOfInstallation>> {
  const rows = ids.length > 0 ? await store.findGroupsOf(db, ids) : []
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
  groupRef: string
  groupName: string
}

export const findInstallationOfConfig = store.findInstallationOfConfig
export const findInstallation = store.findInstallation
export const findInstallationsOfConnection = store.findInstallationsOfConnection
export const installationQuery = store.installationQuery
export const lockInstallation = store.lockInstallation
export const setLastOperationStatus = store.setLastOperationStatus
export type { InstallationRow } from './store.ts'

export const configsBefore = store.configsBefore
export const notePause = store.notePause
export const pauseQuery = store.pauseQuery
