import type {
  Config,
  Health,
  Installation,
  InstallationId,
  InstallationObject,
  InstallationRef,
  ManifestIntegration,
  RevisionId,
} from '@platform/contract'
import type { CatalogueEntry } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import { findMissingMappings, findTimeMistakes } from '@platform/manifest'
import {
  healthOfConnection,
  toConnection,
} from '@platform/connections/credentials/connection-record'
import {
  findConnectionRows,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { findWorst, getHealth, must } from '@platform/kernel/values'
import { findReadObject, listInstalledReadObjects } from '../integrations/read-object.ts'
import { contentOfRevision } from '../integrations/revision-content.ts'
import * as store from './store.ts'
import { type ObjectState, type Through, noBetterThan, toObject } from './object-record.ts'

declare module '@platform/kernel/services' {
  interface Services {
    /** Returns how the objects of installations are read; provided by a higher domain. */
    findObjectStates(db: Db, installationIds: InstallationId[]): Promise<ObjectState[]>
    /** Returns what is kept of the records of installations; provided by a higher domain. */
    findKeptStates(db: Db, installationIds: InstallationId[]): Promise<KeptState[]>
    /** Returns the state of the subscriptions of installations; provided by a higher domain. */
    findSubscriptionStates(db: Db, installationIds: InstallationId[]): Promise<SubscriptionStatus[]>
  }
}

export const toConfig = (row: store.InstallationRow): Config => ({
  id: row.configId,
  revisionId: row.revisionId,
  createTime: row.configCreateTime.toISOString(),
  createdBy: row.configCreatedBy,
  content: row.content,
})

/** What is kept of the records of an object, as reported by a higher domain. */
export interface KeptState {
  installationId: InstallationId
  objectName: string
  kept: NonNullable<InstallationObject['kept']>
}

/** How an installation receives changes, as reported by a higher domain. */
export interface SubscriptionStatus {
  installationId: InstallationId
  delivery: 'push' | 'pull' | 'poll'
  status: 'pending' | 'active' | 'failed'
  error: string | null
  errorTime: Date | null
  trouble: string | null
  troubleSince: Date | null
  eventTime: Date | null
}

/**
 * Converts installations to their wire format with four queries and one for each revision that is not
 * cached, regardless of their number. An
 * installation whose connection was deleted in the meantime is omitted.
 */
export async function toInstallations(
  services: Services,
  db: Db,
  rows: store.InstallationRow[],
): Promise<Installation[]> {
  const { catalogue, readMinIntervalMinutes } = services
  const ids = rows.map((row) => row.id)
  const [connections, objects, subscriptions, keptStates] = await Promise.all([
    findConnectionRows(db, [...new Set(rows.map((row) => row.connectionId))]),
    services.findObjectStates(db, ids),
    services.findSubscriptionStates(db, ids),
    services.findKeptStates(db, ids),
  ])
  const latestById = await findLatestContents(db, rows)
  return rows.flatMap((row) => {
    const connection = connections.find(({ id }) => id === row.connectionId)
    if (!connection) return []
    const { provider } = connection
    const ofRow = objects.filter(({ installationId }) => installationId === row.id)
    const missingMappings = listMissingMappings(row, latestById.get(row.latestRevisionId))
    return withParts(row, {
      connection,
      entry: findProvider(provider, { among: catalogue }),
      objects: ofRow,
      keptStates: keptStates.filter(({ installationId }) => installationId === row.id),
      missingMappings,
      subscription: subscriptions.find(({ installationId }) => installationId === row.id),
      ofConfig: [
        ...listMistakenObjects(row, readMinIntervalMinutes),
        ...[...missingMappings].map(([objectName, names]): ObjectHealth => {
          const object = ofRow.find((one) => one.objectName === objectName)
          return [objectName, getHealthWithout(objectName, names, object?.missingSince)]
        }),
      ],
      latest: latestById.get(row.latestRevisionId),
    })
  })
}

/** Returns the latest content of the installations' integrations, by revision. */
async function findLatestContents(db: Db, rows: readonly store.InstallationRow[]) {
  const ids = [...new Set(rows.map(({ latestRevisionId }) => latestRevisionId))]
  const contents = new Map<RevisionId, ManifestIntegration>()
  for (const id of ids) {
    const content = await contentOfRevision(db, id)
    if (content) contents.set(id, content)
  }
  return contents
}

/** Returns the required fields that the end user has not mapped, by object. */
function listMissingMappings(
  { content }: Pick<store.InstallationRow, 'content'>,
  latest: ManifestIntegration | undefined,
): ReadonlyMap<string, string[]> {
  if (!latest) return new Map()
  return new Map(
    Object.entries(listInstalledReadObjects(content, latest)).flatMap(([objectName, config]) => {
      const object = config.disabled ? undefined : findReadObject(objectName, latest)
      const missing = object ? findMissingMappings(object, config) : []
      return missing.length > 0 ? [[objectName, missing] as const] : []
    }),
  )
}

function getHealthWithout(
  objectName: string,
  names: readonly string[],
  since: Date | null | undefined,
): Health {
  const isOne = names.length === 1
  const list = new Intl.ListFormat('en').format(names)
  const reason = `The ${isOne ? 'mapping' : 'mappings'} ${list} of ${objectName} ${isOne ? 'is' : 'are'} missing.`
  const remedy = `Ask the customer to choose ${isOne ? 'a field' : 'fields'} for ${list} in your product, or set \`read.objects.${objectName}.selectedFieldMappings\` of the configuration.`
  return getHealth({ failed: { since, reason, remedy } })
}

type ObjectHealth = readonly [objectName: string, health: Health]

/**
 * Returns the objects whose configuration contains what saving would reject, with their health: it
 * was saved by an earlier version, or under another minimum interval.
 */
function listMistakenObjects(
  { content, configCreateTime: since }: Pick<store.InstallationRow, 'content' | 'configCreateTime'>,
  minIntervalMinutes: number,
): ObjectHealth[] {
  return Object.entries(content.read?.objects ?? {}).flatMap(([objectName, config]) => {
    if (config.disabled) return []
    const [mistake] = findTimeMistakes(config, minIntervalMinutes)
    if (!mistake) return []
    const reason = `Invalid configuration of ${objectName}: ${mistake.message}`
    const remedy = `Correct \`${mistake.path}\` of the object in the installation's configuration.`
    return [[objectName, getHealth({ failed: { since, reason, remedy } })] as const]
  })
}

function withParts(
  row: store.InstallationRow,
  {
    connection,
    entry,
    objects,
    keptStates,
    subscription,
    missingMappings,
    latest,
    ofConfig,
  }: {
    connection: ConnectionRow
    entry: CatalogueEntry | undefined
    objects: ObjectState[]
    keptStates: readonly KeptState[]
    subscription: SubscriptionStatus | undefined
    missingMappings: ReadonlyMap<string, string[]>
    /** Health of objects by their configuration. */
    ofConfig: readonly ObjectHealth[]
    latest: ManifestIntegration | undefined
  },
): Installation {
  const ofConnection = healthOfConnection(connection)
  const providerName = entry?.info.displayName ?? connection.provider
  const connector = entry?.connector
  const cutOff = connection.status === 'bad_credentials' ? ofConnection : undefined
  const through = { cutOff, ofConnection, providerName, connector, latest }
  const shown = objects.map((object) => {
    const { objectName } = object
    const ofRead = toObject(object, row, through)
    const configured = ofConfig.flatMap(([name, its]) => (name === objectName ? its : []))
    return {
      ...ofRead,
      missingMappings: missingMappings.get(objectName),
      kept: keptStates.find((state) => state.objectName === objectName)?.kept,
      health: findWorst([ofRead.health, ...configured]),
    }
  })
  const ofChanges = subscription && toSubscription(subscription, through)
  const ofParts = findWorst([
    ofConnection,
    ...shown.map((object) => object.health),
    ...ofConfig.map(([, its]) => its),
    ...(ofChanges ? [ofChanges.health] : []),
  ])
  const isUnexplained = ofParts.state === 'healthy' && row.lastOperationStatus === 'failure'
  const health = isUnexplained
    ? getHealth({ failed: { since: row.failingSince, reason: 'The last operation failed.' } })
    : ofParts
  return {
    id: row.id,
    projectId: row.projectId,
    integrationId: row.integrationId,
    integrationName: row.integrationName,
    group: {
      groupRef: row.groupRef,
      groupName: row.groupName,
      projectId: row.projectId,
      createTime: row.groupCreateTime.toISOString(),
      updateTime: row.groupUpdateTime?.toISOString(),
    },
    ...nameAccount(row),
    displayName: row.displayName ?? undefined,
    healthStatus: ['healthy', 'unconfirmed', 'retrying', 'limited'].includes(health.state)
      ? 'healthy'
      : 'unhealthy',
    health,
    lastOperationStatus: row.lastOperationStatus ?? undefined,
    connection: toConnection(connection),
    createTime: row.createTime.toISOString(),
    createdBy: row.createdBy,
    updateTime: row.updateTime?.toISOString(),
    config: toConfig(row),
    objects: Object.fromEntries(
      objects.map(({ objectName }, index) => [objectName, must(shown[index], objectName)]),
    ),
    subscription: ofChanges,
    supportAccess: row.supportAccess,
  }
}

/** Remedy for a subscription that the provider refuses. */
const retrySubscribing =
  'Repair the cause, such as a missing permission. Subscribing is retried every 6 hours, and when the provider app is saved.'

function toSubscription(
  { status, delivery, error, errorTime, trouble, troubleSince, eventTime }: SubscriptionStatus,
  { cutOff, ofConnection }: Through,
): NonNullable<Installation['subscription']> {
  const connection = status === 'active' ? cutOff : undefined
  const sign = { since: errorTime ?? troubleSince, reason: error ?? trouble }
  const failed = status === 'failed' && { ...sign, remedy: retrySubscribing }
  return {
    state: connection ? 'failed' : status,
    health:
      connection ??
      noBetterThan(ofConnection, getHealth({ failed, retried: sign.since !== null && sign })),
    delivery,
    error: error ?? trouble ?? connection?.reason,
    errorTime: (errorTime ?? troubleSince)?.toISOString() ?? connection?.since,
    lastEventTime: eventTime?.toISOString(),
  }
}

/** Member of messages and events about a named account; absent for the default one. */
export const nameAccount = ({ instance }: { instance: string }): { instance?: string } =>
  instance === '' ? {} : { instance }

/** Identifies the installation in events. */
export const toInstallationRef = (
  row: store.InstallationRow,
  connection: ConnectionRow,
): InstallationRef => ({
  projectId: row.projectId,
  provider: connection.provider,
  integrationId: row.integrationId,
  integrationName: row.integrationName,
  installationId: row.id,
  ...nameAccount(row),
  connectionId: row.connectionId,
  groupRef: row.groupRef,
  groupName: row.groupName,
  consumerRef: connection.consumerRef,
  consumerName: connection.consumerName,
})
