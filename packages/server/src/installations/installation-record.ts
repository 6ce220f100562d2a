import type {
  Config,
  Installation,
  InstallationId,
  InstallationObject,
  InstallationRef,
  PauseCause,
} from '@platform/contract'
import { toConnection } from '../connections/connection-record.ts'
import { findConnectionRows, type ConnectionRow } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import * as store from './store.ts'

/** A read that is tried again for longer than this is worth a builder's look. */
const patienceMs = 15 * 60_000

export const toConfig = (row: store.InstallationRow): Config => ({
  id: row.configId,
  revisionId: row.revisionId,
  createTime: row.configCreateTime.toISOString(),
  createdBy: row.configCreatedBy,
  content: row.content,
})

/** How an object of an installation is read: what the floor above tells of it. */
export interface ObjectState {
  installationId: InstallationId
  objectName: string
  pausedFor: PauseCause | null
  pausedReason: string | null
  retryingSince: Date | null
  retryingBecause: string | null
  retryTime: Date | null
  lastRunTime: Date | null
  nextRunTime: Date | null
  watermark: Date | null
  snapshotRecords: number | null
  snapshotLeftOut: number
  snapshotTime: Date | null
}

/** How what an installation hears of is brought about: the same. */
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
 * The installations as the wire shows them: three more queries, however many there are. One whose
 * connection has gone since its row was read is gone too, and left out.
 */
export async function toInstallations(
  { findObjectStates, findSubscriptionStates }: Services,
  db: Db,
  rows: store.InstallationRow[],
): Promise<Installation[]> {
  const ids = rows.map((row) => row.id)
  const [connections, objects, subscriptions] = await Promise.all([
    findConnectionRows(db, [...new Set(rows.map((row) => row.connectionId))]),
    findObjectStates(db, ids),
    findSubscriptionStates(db, ids),
  ])
  return rows.flatMap((row) => {
    const connection = connections.find(({ id }) => id === row.connectionId)
    if (!connection) return []
    return withParts(row, {
      connection,
      objects: objects.filter(({ installationId }) => installationId === row.id),
      subscription: subscriptions.find(({ installationId }) => installationId === row.id),
    })
  })
}

function withParts(
  row: store.InstallationRow,
  {
    connection,
    objects,
    subscription,
  }: {
    connection: ConnectionRow
    objects: ObjectState[]
    subscription: SubscriptionStatus | undefined
  },
): Installation {
  const isOverdue = (since: Date | null | undefined) =>
    since ? Date.now() - +since > patienceMs : false
  const isUnhealthy =
    connection.status === 'bad_credentials' ||
    row.lastOperationStatus === 'failure' ||
    subscription?.status === 'failed' ||
    isOverdue(subscription?.errorTime) ||
    isOverdue(subscription?.troubleSince) ||
    objects.some(({ pausedFor }) => pausedFor !== null) ||
    objects.some(({ retryingSince }) => isOverdue(retryingSince))
  return {
    id: row.id,
    projectId: row.projectId,
    integrationId: row.integrationId,
    group: {
      groupRef: row.groupRef,
      groupName: row.groupName,
      projectId: row.projectId,
      createTime: row.groupCreateTime.toISOString(),
      updateTime: row.groupUpdateTime?.toISOString(),
    },
    healthStatus: isUnhealthy ? 'unhealthy' : 'healthy',
    lastOperationStatus: row.lastOperationStatus ?? undefined,
    connection: toConnection(connection),
    createTime: row.createTime.toISOString(),
    createdBy: row.createdBy,
    updateTime: row.updateTime?.toISOString(),
    config: toConfig(row),
    objects: Object.fromEntries(
      objects.map((object) => [object.objectName, toObject(object, row)]),
    ),
    subscription: subscription && toSubscription(subscription),
  }
}

const toSubscription = ({
  status,
  delivery,
  error,
  errorTime,
  trouble,
  troubleSince,
  eventTime,
}: SubscriptionStatus): Installation['subscription'] => ({
  state: status,
  delivery,
  error: error ?? trouble ?? undefined,
  errorTime: (errorTime ?? troubleSince)?.toISOString(),
  lastEventTime: eventTime?.toISOString(),
})

function toObject(object: ObjectState, row: store.InstallationRow): InstallationObject {
  const { retryingSince, retryingBecause, retryTime } = object
  return {
    state: stateOf(object, row),
    pausedFor: object.pausedFor ?? undefined,
    pausedReason: object.pausedReason ?? undefined,
    retrying:
      retryingSince && retryTime
        ? {
            since: retryingSince.toISOString(),
            error: retryingBecause ?? '',
            nextTryTime: retryTime.toISOString(),
          }
        : undefined,
    lastRunTime: object.lastRunTime?.toISOString(),
    nextRunTime: object.nextRunTime?.toISOString(),
    watermark: object.watermark?.toISOString(),
    snapshot:
      object.snapshotRecords === null
        ? undefined
        : {
            records: object.snapshotRecords,
            leftOut: object.snapshotLeftOut,
            time: object.snapshotTime?.toISOString(),
          },
  }
}

function stateOf(object: ObjectState, row: store.InstallationRow): InstallationObject['state'] {
  if (object.pausedFor !== null) return 'paused'
  if (row.content.read?.objects[object.objectName]?.disabled) return 'disabled'
  return object.retryingSince === null ? 'active' : 'retrying'
}

/** How events name the installation. */
export const toInstallationRef = (
  row: store.InstallationRow,
  connection: ConnectionRow,
): InstallationRef => ({
  projectId: row.projectId,
  provider: connection.provider,
  integrationId: row.integrationId,
  integrationName: row.integrationName,
  installationId: row.id,
  connectionId: row.connectionId,
  groupRef: row.groupRef,
  groupName: row.groupName,
  consumerRef: connection.consumerRef,
  consumerName: connection.consumerName,
})
