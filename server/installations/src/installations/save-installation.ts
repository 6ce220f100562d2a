import { isDeepStrictEqual } from 'node:util'
import {
  Config,
  type BodyOf,
  type ConfigContent,
  type createInstallation as createInstallationOperation,
  type Installation,
  type ManifestIntegration,
  type ProjectId,
  updateInstallation as updateInstallationOperation,
} from '@platform/contract'
import { lockConnectionAgainstUse } from '@platform/connections/connections/connections'
import { type Caller, isInBrowser, nameOfCaller } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { applyMask } from '@platform/kernel/http/update-mask'
import { Problem } from '@platform/kernel/problems/problem'
import { getIntegration, type IntegrationRow } from '../integrations/integrations.ts'
import {
  findReadObject,
  listInstalledReadObjects,
  planRead,
  type ReadPlan,
} from '../integrations/read-object.ts'
import { findContents } from '../integrations/revision-content.ts'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { mustHaveRoom } from '@platform/tenancy/projects/stored-bytes'
import type { Services } from '@platform/kernel/services'
import { getOwn, must } from '@platform/kernel/values'
import { mustBeValidConfig } from '../integrations/check-config.ts'
import { chooseConnection, mustBeFree } from './account-connection.ts'
import { configForEvent } from './config-for-event.ts'
import { toInstallationRef } from './installation-record.ts'
import { toInstallation } from './installations.ts'
import { verifySampleRead } from './sample-read.ts'
import * as store from './store.ts'
import * as configStore from './config-store.ts'

type NewInstallation = {
  integrationIdOrName: string
  body: BodyOf<typeof createInstallationOperation>
  caller: Caller
}

/** Loads the parts of a new installation. */
async function loadParts(
  services: Services,
  db: Db,
  { integrationIdOrName, body, caller }: NewInstallation,
) {
  const integration = await getIntegration(db, integrationIdOrName)
  const { groupRef, instance = '' } = body
  const { content: latest } = integration
  if (instance !== '' && !latest.multiple) throw makeNotAllowed(integration, instance)
  const existing = await store.findGroupInstallation(db, integration.id, { groupRef, instance })
  if (existing) throw alreadyInstalled(integration, existing)

  const connection = await chooseConnection(db, integration, {
    groupRef,
    instance,
    connectionId: body.connectionId,
  })
  const { content } = body.config
  await mustBeValidConfig(services, db, { content, latest, isByEndUser: isInBrowser(caller) })
  return { integration, connection, plans: planConfiguredReads(content, latest) }
}

/**
 * Reads one record of each object that the installation would read on schedule, so that nothing is
 * saved that the provider would reject.
 */
export async function tryInstallation(
  services: Services,
  db: Db,
  wanted: NewInstallation,
): Promise<void> {
  const { connection, plans } = await loadParts(services, db, wanted)
  await verifySampleRead(services, db, {
    connection,
    plans: [...plans.values()].filter(({ schedule }) => schedule !== undefined),
  })
}

/** Installs an integration for a group. Backfills start immediately after saving. */
export async function createInstallation(
  services: Services,
  db: Db,
  { projectId, ...wanted }: NewInstallation & { projectId: ProjectId },
): Promise<Installation> {
  const { integration, connection } = await loadParts(services, db, wanted)
  const { groupRef, instance = '', config } = wanted.body
  const displayName = wanted.body.displayName ?? findNameInLink(wanted.caller, instance)
  const account = { groupRef, instance }
  const id = newId('inst')
  const configId = newId('conf')
  const row = await inTransaction(db, async (tx) => {
    if (instance !== '') await mustBeKnownEverywhere(tx)
    // Two accounts do not get the same connection.
    await lockConnectionAgainstUse(tx, connection.id)
    await mustBeFree(tx, integration, account, connection.id)
    const inserted = await store.insertInstallation(tx, {
      id,
      projectId,
      integrationId: integration.id,
      ...account,
      displayName,
      connectionId: connection.id,
      configId,
      createdBy: config.createdBy,
    })
    if (!inserted) {
      throw alreadyInstalled(
        integration,
        await store.findGroupInstallation(tx, integration.id, account),
      )
    }
    await configStore.insertConfig(tx, {
      id: configId,
      projectId,
      installationId: id,
      revisionId: integration.latestRevisionId,
      content: config.content,
      createdBy: config.createdBy,
    })
    await mustHaveRoom(tx, services.tenantLimits, projectId)
    const installation = must(await store.findInstallation(tx, id), 'row')
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
  existing: Pick<store.InstallationRow, 'id' | 'groupRef' | 'instance'> | undefined,
) =>
  new Problem('installation-exists', {
    detail: `The group ${existing?.groupRef} has already installed ${integration.name}${existing?.instance ? ` for the account ${existing.instance}` : ''}: ${existing?.id}.`,
    remedy: 'Update the existing installation instead.',
    context: { installationId: existing?.id },
  })

/** Returns the name that a connect link has for the account that its page adds. */
const findNameInLink = (caller: Caller, instance: string): string | null => {
  const account = caller.kind === 'consumer' ? caller.link?.account : null
  return account?.instance === instance ? account.displayName : null
}

/**
 * Rejects an account that the group does not have and cannot add. One that exists stays after `multiple` is
 * removed from the manifest.
 * @throws Problem `accounts-not-allowed`
 */
export async function mustAllowAccount(
  db: Db,
  integration: Pick<IntegrationRow, 'id' | 'name' | 'content'>,
  account: store.AccountName,
): Promise<void> {
  const { instance = '' } = account
  if (instance === '' || integration.content.multiple) return
  if (await store.findGroupInstallation(db, integration.id, account)) return
  throw makeNotAllowed(integration, instance)
}

const makeNotAllowed = ({ name }: { name: string }, instance: string) =>
  new Problem('accounts-not-allowed', {
    detail: `${name} can be installed once for each customer, so not for the account ${instance}.`,
  })

/**
 * Rejects accounts while a process of a version runs that does not know them.
 * @throws Problem `unavailable`
 */
async function mustBeKnownEverywhere(tx: Db): Promise<void> {
  if (await store.mayAddAccounts(tx)) return
  throw new Problem('unavailable', {
    detail: 'A process of the previous version is running, which does not know several accounts.',
    remedy: 'Retry when the upgrade of the server is complete.',
  })
}

/** Plans how each configured object is read that the integration declares. */
function planConfiguredReads(
  content: ConfigContent,
  latest: ManifestIntegration,
): Map<string, ReadPlan> {
  const plans = new Map<string, ReadPlan>()
  for (const [objectName, config] of Object.entries(listInstalledReadObjects(content, latest))) {
    const object = findReadObject(objectName, latest)
    if (object && !config.disabled) plans.set(objectName, planRead(object, config))
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
  /** The actor, whose name is recorded unless the mask names another. */
  caller: Caller
}

/**
 * Keeps the filters that the builder has set for an installation: an end user neither removes them nor
 * the objects with them, which are disabled instead.
 */
function keepFilters(before: ConfigContent, after: ConfigContent): ConfigContent {
  const kept = Object.entries(before.read?.objects ?? {}).flatMap(([objectName, { filter }]) => {
    const config = getOwn(after.read?.objects, objectName) ?? { disabled: true }
    return filter && !config.filter ? [[objectName, { ...config, filter }] as const] : []
  })
  if (kept.length === 0) return after
  return { ...after, read: { objects: { ...after.read?.objects, ...Object.fromEntries(kept) } } }
}

/** Returns the parts of the installation after the change. */
async function applyChanges(
  services: Services,
  db: Db,
  { installation: before, body: { updateMask, installation: changes }, caller }: InstallationChange,
) {
  const { latest } = await findContents(db, before)
  const { connectionId, displayName, config } = applyMask(
    {
      connectionId: before.connectionId,
      displayName: before.displayName ?? undefined,
      config: {
        createdBy: nameOfCaller(caller),
        content: before.content,
      },
    },
    updateMask,
    changes,
    changeable,
  )
  const { integrationId: id, integrationName: name, groupRef, instance } = before
  const { provider } = latest
  const connection = await chooseConnection(
    db,
    { id, name, provider },
    { groupRef, instance, connectionId },
  )
  const content = isInBrowser(caller) ? keepFilters(before.content, config.content) : config.content
  await mustBeValidConfig(services, db, {
    content,
    latest,
    before: before.content,
    isByEndUser: isInBrowser(caller),
  })
  return {
    latest,
    config: { ...config, content },
    connection,
    displayName,
    plans: planConfiguredReads(content, latest),
  }
}

/**
 * Reads one record of each new or changed object, so that nothing is saved that the provider would
 * reject; of all objects if the connection changes.
 */
export async function tryInstallationChange(
  services: Services,
  db: Db,
  change: InstallationChange,
): Promise<void> {
  const before = change.installation
  const { latest, connection, plans } = await applyChanges(services, db, change)
  const unchanged =
    connection.id === before.connectionId
      ? planConfiguredReads(before.content, latest)
      : new Map<string, ReadPlan>()
  await verifySampleRead(services, db, {
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
  const { config, connection, displayName = null } = await applyChanges(services, db, change)

  const row = await inTransaction(db, async (tx) => {
    const inserted = await configStore.insertConfig(tx, {
      id: newId('conf'),
      projectId,
      installationId: id,
      revisionId: before.latestRevisionId,
      content: config.content,
      createdBy: config.createdBy,
    })
    await mustHaveRoom(tx, services.tenantLimits, projectId)
    const changed = { configId: inserted.configId, connectionId: connection.id, displayName }
    const updated = await store.updateInstallation(tx, id, changed)
    const installation = { ...before, ...inserted, ...must(updated, 'installation') }
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
