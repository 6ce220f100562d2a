import type {
  Config,
  Health,
  Installation,
  InstallationId,
  InstallationObject,
  InstallationRef,
  ManifestIntegration,
  PauseCause,
  RevisionId,
} from '@platform/contract'
import type { CatalogueEntry, Connector } from '@platform/connector'
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
import {
  describeLostFields,
  findWorst,
  getHealth,
  getOwn,
  isLostAccess,
  must,
  parseLostFields,
  describeRefusalRemedy,
} from '@platform/kernel/values'
import {
  findMissedFields,
  findReadObject,
  findTimezone,
  listInstalledReadObjects,
} from '../integrations/read-object.ts'
import { contentOfRevision } from '../integrations/revision-content.ts'
import { describeFilter } from './describe-filter.ts'
import * as store from './store.ts'

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

/** How an object of an installation is read, as reported by a higher domain. */
export interface ObjectState {
  installationId: InstallationId
  objectName: string
  pausedFor: PauseCause | null
  pausedReason: string | null
  pausedTime: Date | null
  pausedBy: string | null
  retryingSince: Date | null
  retryingBecause: string | null
  retryTime: Date | null
  failingSince: Date | null
  failingBecause: string | null
  lostFields: string[] | null
  lostSince: Date | null
  missingSince: Date | null
  isLimited: boolean
  lastRunTime: Date | null
  nextRunTime: Date | null
  watermark: Date | null
  snapshotRecords: number | null
  snapshotLeftOut: number
  snapshotHeld: number
  snapshotTime: Date | null
  /** Fields of the account's object that the provider computes; null if none are known. */
  calculatedFields: string[] | null
}

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

/** The connection that data comes through. */
interface Through {
  latest: ManifestIntegration | undefined
  /** Health if no data can come through it. */
  cutOff: Health | undefined
  ofConnection: Health
  providerName: string
  connector: Connector | undefined
}

/**
 * Limits the health of an object to that of its connection: a retried object is no healthier than
 * its connection, and nothing is healthy through a failing one. While it is retried, its own health
 * is more precise.
 */
function noBetterThan(ofConnection: Health, health: Health): Health {
  const isHeldBack = health.state === 'healthy' && ofConnection.state === 'failing'
  if (health.state !== 'retrying' && !isHeldBack) return health
  const { retryTime } = health
  return { ...findWorst([health, ofConnection]), ...(retryTime && { retryTime }) }
}

/** Remedy while a limit of the provider is used up. */
const waitForLimit =
  'Reading continues automatically. If this happens often, read less frequently, or ask the customer to raise the limit at the provider.'

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

function toObject(
  object: ObjectState,
  { content }: store.InstallationRow,
  { cutOff, ofConnection, providerName, connector, latest }: Through,
): InstallationObject {
  const { retryingSince, retryingBecause, retryTime, pausedReason } = object
  const config = getOwn(content.read?.objects, object.objectName) ?? {}
  const declared = findReadObject(object.objectName, latest)
  const timezone = findTimezone(declared, config)
  const isDisabled = config.disabled === true
  const connection = isDisabled ? undefined : cutOff
  const pausedFor = object.pausedFor ?? (connection ? 'credentials' : null)
  const isRead = pausedFor === null && !isDisabled
  const ownHealth = healthOfObject(object, { isDisabled, providerName })
  return {
    state: pausedFor !== null ? 'paused' : stateOfRead({ isDisabled, retryingSince }),
    health: connection ?? (isDisabled ? ownHealth : noBetterThan(ofConnection, ownHealth)),
    pausedFor: pausedFor ?? undefined,
    pausedReason: pausedReason ?? connection?.reason,
    pausedBy: object.pausedBy ?? undefined,
    lostFields: listOrNothing(parseLostFields(ownHealth.reason)),
    filter: declared && describeFilter(declared, config, connector),
    calculatedFields:
      declared && listOrNothing(findMissedFields(declared, config, object.calculatedFields ?? [])),
    retrying:
      isRead && retryingSince && retryTime
        ? {
            since: retryingSince.toISOString(),
            error: retryingBecause ?? '',
            nextTryTime: retryTime.toISOString(),
          }
        : undefined,
    lastRunTime: object.lastRunTime?.toISOString(),
    nextRunTime: isRead ? object.nextRunTime?.toISOString() : undefined,
    timezone: timezone === 'UTC' ? undefined : timezone,
    watermark: object.watermark?.toISOString(),
    snapshot:
      object.snapshotRecords === null
        ? undefined
        : {
            records: object.snapshotRecords,
            leftOut: object.snapshotLeftOut,
            ...(object.snapshotHeld > 0 && { heldDeletions: object.snapshotHeld }),
            time: object.snapshotTime?.toISOString(),
          },
  }
}

const listOrNothing = (list: string[]) => (list.length > 0 ? list : undefined)

function stateOfRead({
  isDisabled,
  retryingSince,
}: {
  isDisabled: boolean
  retryingSince: Date | null
}): InstallationObject['state'] {
  if (isDisabled) return 'disabled'
  return retryingSince === null ? 'active' : 'retrying'
}

function healthOfObject(
  object: ObjectState,
  { isDisabled, providerName }: { isDisabled: boolean; providerName: string },
): Health {
  const { pausedFor, pausedReason, pausedTime, retryingSince, retryingBecause, retryTime } = object
  const { failingSince, failingBecause, nextRunTime, lostFields, lostSince } = object
  const pause = {
    // Reads failed before they were paused for it.
    since: pausedFor === 'failures' ? (failingSince ?? pausedTime) : pausedTime,
    reason: pausedReason,
    remedy: remedyFor(pausedFor, pausedReason),
  }
  const isRetried = retryingSince !== null && !isDisabled
  const isFailing = failingSince !== null && !isRetried && pausedFor === null && !isDisabled
  // Its reads succeed without them.
  const isWithoutFields = lostFields !== null && pausedFor === null && !isDisabled
  const lostReason = describeLostFields(providerName, lostFields ?? [])
  return getHealth({
    refused: pausedFor === 'credentials' && pause,
    failed:
      ((pausedFor === 'failures' || pausedFor === 'destination') && pause) ||
      (isFailing && {
        since: failingSince,
        reason: failingBecause,
        remedy: remedyFor(null, failingBecause),
        retryTime: retryTime ?? nextRunTime,
      }) ||
      (isWithoutFields && {
        since: lostSince,
        reason: lostReason,
        remedy: remedyFor(null, lostReason),
      }),
    stopped: pausedFor !== null && pause,
    [object.isLimited ? 'limited' : 'retried']: isRetried && {
      since: retryingSince,
      reason: retryingBecause,
      ...(object.isLimited && { remedy: waitForLimit }),
      retryTime,
    },
  })
}

/** Returns the remedy for a stopped read; undefined if the reason contains it. */
function remedyFor(pausedFor: PauseCause | null, reason: string | null): string | undefined {
  const restore =
    parseLostFields(reason).length > 0
      ? 'Restore the fields or access to them at the provider, or choose other fields.'
      : isLostAccess(reason) && 'Give the user access to the object at the provider.'
  switch (pausedFor) {
    case null:
      return restore || 'Open the log of the last read for details.'
    case 'failures':
      return restore
        ? `${restore} Then reload the fields or resume reading.`
        : 'Repair the cause, then resume reading.'
    case 'credentials':
      return describeRefusalRemedy(reason)
    case 'destination':
      return 'Create the destination, or name another one in platform.yaml.'
    case 'removed':
      return 'Declare the object in platform.yaml again, or uninstall.'
    case 'request':
      return undefined
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
