import { ProviderError, type ObjectDescription } from '@platform/connector'
import type {
  FieldMetadata,
  InstallationId,
  ManifestIntegration,
  ProjectId,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { storeDownload } from '@platform/delivery/downloads/downloads'
import { enqueueWatching } from '@platform/installations/installations/enqueue-watching'
import {
  findInstallation,
  lockInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { getIntegration } from '@platform/installations/integrations/integrations'
import {
  findReadObject,
  listInstalledReadObjects,
} from '@platform/installations/integrations/read-object'
import { Problem } from '@platform/kernel/problems/problem'
import { getFreeBytes } from '@platform/tenancy/projects/stored-bytes'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'
import { readEnvelope } from '../sync/messages.ts'
import { nextRun } from '../sync/object/next-run.ts'
import { countChanges, schemaChanges } from './schema-changes.ts'
import * as store from './watched-schema-store.ts'
import { getNow, getNowMs } from '@platform/kernel/values'

type WatchSchema = NonNullable<ManifestIntegration['watchSchema']>

const daily = '0 */24 * * *'
/** Delay before an unavailable provider is asked again. */
const againMs = 600_000
/** Maximum size of a message; larger ones become a download. */
const maxInlineBytes = 290_000

/**
 * Compares the fields of all objects that an installation uses with the last check, and sends
 * created, deleted and changed ones to the builder. The first check sends nothing. The provider is
 * called outside the transaction that stores and sends.
 */
export async function watchSchema(
  services: Services,
  db: Db,
  { projectId, installationId }: { projectId: ProjectId; installationId: InstallationId },
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  if (!installation) return
  const { content } = await getIntegration(db, installation.integrationId)
  const watch = content.watchSchema
  if (!watch) {
    await store.forgetSchemas(db, installationId)
    return
  }
  const objectNames = listUsedObjects(installation, content)
  await store.forgetSchemas(db, installationId, objectNames)
  const due = nextRun(
    { schedule: watch.schedule ?? daily, timezone: watch.timezone },
    installationId,
    getNow(),
  )
  let runAt = due
  try {
    if ((await getFreeBytes(db, services.tenantLimits, projectId)) <= 0) throw noRoom()
    const provider = await openProvider(services, db, installation.connectionId, {
      isBackground: true,
      installationId: installation.id,
    })
    for (const objectName of objectNames) {
      await look(services, db, { installation, content, watch, provider, objectName })
    }
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof Problem)) throw error
    services.log.warn({ err: error, installationId }, 'the fields of an account could not be read')
    const isPassing = error instanceof ProviderError && error.isOutage
    if (isPassing) runAt = new Date(Math.min(+due, getNowMs() + againMs))
  }
  await inTransaction(db, (tx) => enqueueWatching(tx, { projectId, installationId }, runAt))
}

const noRoom = () =>
  new Problem('limit-reached', {
    detail:
      'The project has reached its storage limit (PLATFORM_LIMIT_STORED_BYTES): the fields of its accounts cannot be stored until there is room.',
  })

/** Returns the objects that the installation uses. */
const listUsedObjects = ({ content }: InstallationRow, latest: ManifestIntegration): string[] =>
  Object.entries(listInstalledReadObjects(content, latest)).flatMap(([objectName, { disabled }]) =>
    disabled ? [] : [objectName],
  )

async function look(
  services: Services,
  db: Db,
  {
    installation,
    content,
    watch,
    provider,
    objectName,
  }: {
    installation: InstallationRow
    content: ManifestIntegration
    watch: WatchSchema
    provider: OpenProvider
    objectName: string
  },
): Promise<void> {
  const { projectId, id: installationId, connectionId } = installation
  const before = (await store.findSchemas(db, installationId)).find(
    (row) => row.objectName === objectName && row.connectionId === connectionId,
  )
  const described = await describeVisible(provider, objectName)
  // An object that has never been seen and does not exist has no fields to lose.
  if (!described && !before) return
  const fields: Record<string, FieldMetadata> = described?.fields ?? {}
  const changes = before && schemaChanges(before.fields, fields, watch.allObjects)
  const mappedName = findReadObject(objectName, content)?.mapToName ?? objectName
  await inTransaction(db, async (tx) => {
    // It may have been uninstalled since.
    if ((await lockInstallation(tx, installationId)).length === 0) return
    const row = { installationId, objectName, projectId, connectionId, fields }
    const seen = (await store.findSchemas(tx, installationId)).find(
      (one) => one.objectName === objectName,
    )
    if (!(await store.replaceSchema(tx, row, seen?.checkTime)) || !changes) return
    // Another process has checked and reported in the meantime.
    if (+(seen?.checkTime ?? 0) !== +before.checkTime) return
    const envelope = readEnvelope('schema.watch', installation, provider.connection, {
      objectName,
      mappedName,
    })
    const numRecords = countChanges(changes)
    const json = JSON.stringify(changes)
    const eventId = newId('evt')
    const isInline = Buffer.byteLength(json) <= maxInlineBytes
    const body = {
      ...envelope,
      resultInfo: isInline
        ? { type: 'inline', numRecords }
        : {
            type: 'url',
            numRecords,
            downloadUrl: await storeDownload(services, tx, { projectId, eventId, body: json }),
          },
      ...(isInline && { result: changes }),
    }
    await services.notifications.sendRecords(tx, {
      projectId,
      destination: watch.destination,
      action: 'schema.watch',
      about: envelope,
      messages: [{ id: eventId, body }],
    })
  })
}

/** Describes the object as visible to the connected user; undefined if it is not. */
async function describeVisible(
  { entry, client }: OpenProvider,
  objectName: string,
): Promise<ObjectDescription | undefined> {
  try {
    return await entry.connector?.describeObject(client, objectName)
  } catch (error) {
    const isGone = error instanceof ProviderError && error.failure === 'not-found'
    if (isGone) return undefined
    throw error
  }
}
