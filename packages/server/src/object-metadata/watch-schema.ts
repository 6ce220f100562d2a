import { ProviderError, type ObjectDescription } from '@platform/connector'
import type {
  FieldMetadata,
  InstallationId,
  ManifestIntegration,
  ProjectId,
} from '@platform/contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { storeDownload } from '../downloads/downloads.ts'
import { enqueueWatching } from '../installations/enqueue-watching.ts'
import {
  findInstallation,
  lockInstallation,
  type InstallationRow,
} from '../installations/installations.ts'
import { getIntegration } from '../integrations/integrations.ts'
import { findReadObject, installedReadObjects } from '../integrations/read-object.ts'
import { Problem } from '../problems/problem.ts'
import { roomOf } from '../projects/stored-bytes.ts'
import { openProvider, type OpenProvider } from '../provider/open-provider.ts'
import type { Services } from '../services.ts'
import { readEnvelope } from '../sync/messages.ts'
import { nextRun } from '../sync/object/next-run.ts'
import { countChanges, schemaChanges } from './schema-changes.ts'
import * as store from './watched-schema-store.ts'

type WatchSchema = NonNullable<ManifestIntegration['watchSchema']>

const daily = '0 */24 * * *'
/** A provider that is away is asked again after this. */
const againMs = 600_000
/** A message carries so much; more goes by download. */
const maxInlineBytes = 290_000

/**
 * Compares the fields of all objects that an installation uses with the last check, and sends the
 * created, deleted and changed ones to the builder. The first check sends nothing: later ones are
 * compared with it. The provider is called outside of the transaction that stores and sends.
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
  const objectNames = usedObjects(installation, content)
  await store.forgetSchemas(db, installationId, objectNames)
  const due = nextRun(watch.schedule ?? daily, installationId, new Date())
  let runAt = due
  try {
    if ((await roomOf(db, services.tenantLimits, projectId)) <= 0) throw noRoom()
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
    if (isPassing) runAt = new Date(Math.min(+due, Date.now() + againMs))
  }
  await inTransaction(db, (tx) => enqueueWatching(tx, { projectId, installationId }, runAt))
}

const noRoom = () =>
  new Problem('limit-reached', {
    detail:
      'The project has reached its storage limit: the fields of its accounts cannot be stored.',
  })

/** What the installation reads. */
const usedObjects = ({ content }: InstallationRow, latest: ManifestIntegration): string[] =>
  Object.entries(installedReadObjects(content, latest)).flatMap(([objectName, { disabled }]) =>
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
  const described = await describe(provider, objectName)
  // An object that nobody has seen yet and that is not there has no fields to lose.
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
    // Another process has checked and reported meanwhile.
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

/** The object as the connected user sees it; undefined when it is not there for them. */
async function describe(
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
