import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError, type ReadPage, type ReadRequest } from '@platform/connector'
import type { OperationId, ResultEntry } from '@platform/contract'
import { openProvider, type OpenProvider } from '../provider/open-provider.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { storeDownload } from '../downloads/downloads.ts'
import { findInstallation, type InstallationRow } from '../installations/installations.ts'
import { getIntegration, getRevision } from '../integrations/integrations.ts'
import { findReadObject, planRead, type ReadPlan } from '../integrations/read-object.ts'
import { checkpoint, takeOperation } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import type { OperationRow } from '../operations/operations.ts'
import type { Services } from '../services.ts'
import { finishRead } from './finish-read.ts'
import { mapRecord } from './mapping.ts'
import { packMessages, type Envelope } from './messages.ts'
import { nextTry } from './next-try.ts'
import { RecentlyRead } from './recently-read.ts'
import { enqueueRead } from './start-read.ts'
import { findInstallationObject } from './store.ts'

/** Another process has taken the operation over, or the installation is gone. */
class TakenOver extends Error {}

/**
 * Reads an object page by page, from the operation's checkpoint to the end.
 *
 * Each page's messages and the checkpoint commit in one transaction: after a crash the read goes
 * on from the last page that was committed, and nothing is skipped or sent twice. While one page is
 * stored the next one is fetched; memory holds two pages, however many records there are.
 */
export async function readObject(
  services: Services,
  db: Db,
  operationId: OperationId,
  stopping: AbortSignal,
): Promise<void> {
  const operation = await takeOperation(db, operationId)
  if (!operation) return
  const { projectId } = operation
  const installation = await findInstallation(db, operation.installationId)
  if (!installation) return

  try {
    const finished =
      operation.isLastPageRead ||
      (await readPages(
        services,
        db,
        await openRead(services, db, operation, installation),
        stopping,
      ))
    if (finished) {
      await finishRead(services, db, { operation, installation, outcome: { status: 'success' } })
    } else {
      // Stopping: another process, or this one once started again, goes on at once.
      await inTransaction(db, (tx) => enqueueRead(tx, { projectId, operationId }))
    }
  } catch (error) {
    if (error instanceof TakenOver) return
    const step = nextTry(error, operation.attempts)
    const message = error instanceof Error ? error.message : String(error)
    if (step.do === 'throw') throw error
    if (step.do === 'retry') {
      const retryAt = new Date(Date.now() + step.delayMs)
      await inTransaction(db, async (tx) => {
        await logOperation(tx, {
          projectId,
          operationId,
          severity: 'warning',
          msg: `Reading stopped; it goes on at ${retryAt.toISOString()}.`,
          error: message,
        })
        await enqueueRead(tx, { projectId, operationId }, retryAt)
      })
      return
    }
    await finishRead(services, db, {
      operation,
      installation,
      outcome: { status: 'failure', message, badCredentials: step.badCredentials },
    })
  }
}

interface OpenRead {
  operation: OperationRow
  provider: OpenProvider
  plan: ReadPlan
  envelope: Envelope
  /** What the read before has delivered already. */
  known: RecentlyRead
}

async function openRead(
  services: Services,
  db: Db,
  operation: OperationRow,
  installation: InstallationRow,
): Promise<OpenRead> {
  const { projectId, objectName } = operation
  const integration = await getIntegration(db, installation.integrationId)
  const revision = await getRevision(db, integration.id, installation.revisionId)
  const object = findReadObject(objectName, integration.content, revision.content)
  if (!object) {
    throw new ProviderError('bad-request', `The integration no longer reads ${objectName}.`)
  }
  const plan = planRead(object, installation.content.read?.objects[objectName] ?? {})
  const provider = await openProvider(services, db, installation.connectionId)
  const { connection } = provider
  const state = await findInstallationObject(db, installation.id, objectName)
  return {
    operation,
    provider,
    plan,
    known: new RecentlyRead(operation.readType === 'scheduled' ? state?.recentlyRead : {}),
    envelope: {
      action: 'read',
      projectId,
      provider: connection.provider,
      groupRef: installation.groupRef,
      groupName: installation.groupName,
      consumerRef: connection.consumerRef,
      consumerName: connection.consumerName,
      installationId: installation.id,
      installationUpdateTime: (installation.updateTime ?? installation.createTime).toISOString(),
      objectName: plan.mappedName,
      ...(plan.mappedName !== objectName && { rawObjectName: objectName }),
      ...(connection.providerWorkspaceRef && { workspace: connection.providerWorkspaceRef }),
      operationId: operation.id,
      operationTime: operation.createTime.toISOString(),
      readType: operation.readType!,
    },
  }
}

/** True when the last page is committed, false when told to stop before. */
async function readPages(
  services: Services,
  db: Db,
  read: OpenRead,
  stopping: AbortSignal,
): Promise<boolean> {
  const { operation, plan, provider } = read
  const { connector, info } = provider.entry
  if (!connector) {
    throw new ProviderError('bad-request', `${info.displayName ?? info.name} cannot be read yet.`)
  }
  const request: ReadRequest = {
    objectName: plan.objectName,
    fieldNames: plan.fieldNames,
    since: operation.since?.toISOString(),
    until: operation.until?.toISOString(),
    filters: operation.readType === 'backfill' ? plan.backfillFilters : plan.filters,
  }
  const fetchPage = (cursor: string | undefined) =>
    patiently(() => connector.read(provider.client, { ...request, cursor }), stopping)

  const progress = {
    asOf: operation.asOf,
    recentlyRead: new RecentlyRead(operation.recentlyRead),
  }
  let page = await fetchPage(operation.cursor ?? undefined)
  for (;;) {
    const following = page.next === undefined ? undefined : fetchPage(page.next)
    // A refusal of the next page is met when its turn comes.
    following?.catch(() => {})
    await storePage(services, db, read, page, progress)
    if (!following) return true
    if (stopping.aborted) return false
    page = await following
  }
}

/** Waits in place for short limits, so that the open page tokens of the provider stay in use. */
async function patiently(
  fetchPage: () => Promise<ReadPage>,
  stopping: AbortSignal,
): Promise<ReadPage> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchPage()
    } catch (error) {
      const isShort =
        error instanceof ProviderError &&
        (error.failure === 'unavailable' || error.failure === 'rate-limit') &&
        (error.retryAfterMs ?? 0) <= 10_000
      if (!isShort || tries === 4) throw error
      const delayMs = error.retryAfterMs ?? 250 * 2 ** tries
      await sleep(delayMs, undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) throw error
    }
  }
}

async function storePage(
  services: Services,
  db: Db,
  { operation, plan, provider, envelope, known }: OpenRead,
  page: ReadPage,
  progress: { asOf: Date | null; recentlyRead: RecentlyRead },
): Promise<void> {
  const { projectId } = operation
  progress.asOf ??= page.asOf ? new Date(page.asOf) : null

  const entries: ResultEntry[] = []
  for (const record of page.records) {
    progress.recentlyRead.add(record, progress.asOf)
    if (known.has(record)) continue
    entries.push(mapRecord(provider.entry.connector!, plan, record))
  }

  await inTransaction(db, async (tx) => {
    const isOurs = await checkpoint(tx, operation, {
      cursor: page.next ?? null,
      records: entries.length,
      total: page.total,
      asOf: progress.asOf,
      recentlyRead: progress.recentlyRead.marks,
    })
    if (!isOurs) throw new TakenOver()
    const messages = await packMessages(envelope, entries, {
      ...(plan.pageSize !== undefined && { pageSize: plan.pageSize }),
      store: (body) => storeDownload(services, tx, { projectId, body }),
    })
    if (messages.length > 0) {
      await services.notifications.sendRecords(tx, {
        projectId,
        destination: plan.destination,
        action: envelope.action,
        messages,
      })
    }
  })
}
