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
  lastRunTime: Date | null
  nextRunTime: Date | null
  watermark: Date | null
}

/** The installations as the wire shows them: two more queries, however many there are. */
export async function toInstallations(
  { findObjectStates }: Services,
  db: Db,
  rows: store.InstallationRow[],
): Promise<Installation[]> {
  const [connections, objects] = await Promise.all([
    findConnectionRows(db, [...new Set(rows.map((row) => row.connectionId))]),
    findObjectStates(
      db,
      rows.map((row) => row.id),
    ),
  ])
  return rows.map((row) =>
    toInstallation(
      row,
      connections.find(({ id }) => id === row.connectionId)!,
      objects.filter(({ installationId }) => installationId === row.id),
    ),
  )
}

function toInstallation(
  row: store.InstallationRow,
  connection: ConnectionRow,
  objects: ObjectState[],
): Installation {
  const isUnhealthy =
    connection.status === 'bad_credentials' ||
    row.lastOperationStatus === 'failure' ||
    objects.some(({ pausedFor }) => pausedFor !== null)
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
  }
}

function toObject(object: ObjectState, row: store.InstallationRow): InstallationObject {
  const isDisabled = row.content.read?.objects[object.objectName]?.disabled === true
  return {
    state: object.pausedFor !== null ? 'paused' : isDisabled ? 'disabled' : 'active',
    pausedFor: object.pausedFor ?? undefined,
    pausedReason: object.pausedReason ?? undefined,
    lastRunTime: object.lastRunTime?.toISOString(),
    nextRunTime: object.nextRunTime?.toISOString(),
    watermark: object.watermark?.toISOString(),
  }
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
