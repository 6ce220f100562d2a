import { sleep } from '@platform/kernel/values/sleep'
import {
  ProviderError,
  type AssociationReader,
  type Connector,
  type ProviderRecord,
  type ReadRequest,
} from '@platform/connector'
import type { LogCall, ResultEntry } from '@platform/contract'
import { TooManyCallsError } from '@platform/connections/provider/budgets/too-many-calls'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import {
  callInWords,
  callOf,
  logCall,
  callForLog,
  type ProviderCall,
} from '@platform/connections/provider/provider-call'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { loopTurn } from '@platform/kernel/egress/loop-turn'
import { enqueueWatching } from '@platform/installations/installations/enqueue-watching'
import type { InstallationRow } from '@platform/installations/installations/installations'
import {
  findReadObject,
  planWithFields,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { contentsOf } from '@platform/installations/integrations/revision-content'
import { checkpoint, recordFailure, setSince } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import type { OperationRow } from '@platform/installations/operations/operations'
import { roomOf } from '@platform/tenancy/projects/stored-bytes'
import type { Services } from '@platform/kernel/services'
import { inSpan } from '@platform/kernel/telemetry/trace'
import {
  openAssociations,
  withAssociations,
  type AssociatedRecords,
} from '@platform/connections/provider/associations'
import { finishRead } from './finish-read.ts'
import { finishTogether } from './finish-together.ts'
import { mapRecord } from './mapping.ts'
import { deliverEntries } from './deliver-entries.ts'
import { envelopeOfRead, type Envelope } from './messages.ts'
import { nextTry } from './next-try.ts'
import { readLargePage, readPage, type TakenPage } from './read-page.ts'
import { changeObject } from './object/change-object.ts'
import { lockObject } from './object/hold-object.ts'
import type { InstallationObjectRow } from './object/store.ts'
import { pauseRead } from './pause-read.ts'
import { RecentlyRead } from './recently-read.ts'
import { endSnapshot } from './snapshot/end-snapshot.ts'
import {
  beginSnapshot,
  compareWithSnapshot,
  dropSnapshot,
  isFirstLook,
  keepSnapshot,
  readsOnward,
} from './snapshot/snapshot.ts'
import { countHeldResults } from './store.ts'
import { takeUp, type TakenRead } from './take-up.ts'
import { TakenOver } from './taken-over.ts'
import { inRun } from './trace-run.ts'
import type { Turn, TurnEnd } from './turns/readers.ts'
import { reasonOf } from '@platform/kernel/values/lost-access'
import { own } from '@platform/kernel/values/own'
import { counted } from '@platform/kernel/values/counted'

/**
 * Reads an object page by page from the operation's checkpoint, for one turn. Each page's messages
 * and the checkpoint commit in one transaction: after a crash the read continues after the last
 * committed page, and nothing is skipped or sent twice. While one page is stored the next one is
 * fetched; memory holds two pages, however many records there are.
 */
export async function readObject(services: Services, db: Db, turn: Turn): Promise<TurnEnd> {
  let taken: TakenRead | undefined
  try {
    taken = await takeUp(db, turn)
  } catch (error) {
    if (error instanceof TakenOver) return { do: 'leave' }
    throw error
  }
  if (!taken) return { do: 'end' }
  const read = taken
  return inRun(read.operation, () => readOn(services, db, read, turn))
}

async function readOn(
  services: Services,
  db: Db,
  { operation, installation, connection, object }: TakenRead,
  turn: Turn,
): Promise<TurnEnd> {
  const { projectId, id: operationId } = operation
  if (services.largeRecords.mustWait({ projectId, operationId })) {
    return { do: 'wait', until: new Date(Date.now() + largeAgainMs) }
  }
  let provider: OpenProvider | undefined
  let mayHaveSnapshot = true
  try {
    if (!operation.isLastPageRead) {
      provider = await openProvider(services, db, connection ?? installation.connectionId, {
        isBackground: true,
        installationId: installation.id,
      })
      const read = await openRead(services, db, { operation, installation, object, turn, provider })
      mayHaveSnapshot = read.snapshot !== undefined
      const end = await readPages(services, db, read, turn)
      if (end === 'finished') return { do: 'leave' }
      if (end !== 'done') {
        const isFull = read.plan.isOnRequest && (await mustWaitForRequests(services, db, operation))
        const waitMs = isFull
          ? lookAgainMs
          : typeof end === 'object'
            ? end.waitMs
            : end === 'busy'
              ? largeAgainMs
              : 0
        return { do: 'wait', until: new Date(Date.now() + waitMs) }
      }
    }
    if (mayHaveSnapshot) await endSnapshot(services, db, { operation, installation })
    else if (operation.readType === 'scheduled') {
      const isFinished = await finishTogether(services, db, { operation, installation })
      if (isFinished) return { do: 'leave' }
    }
    await finishRead(services, db, { operation, installation, outcome: { status: 'success' } })
    return { do: 'end' }
  } catch (error) {
    if (error instanceof TakenOver) return { do: 'leave' }
    if (turn.stopping.aborted) return { do: 'wait' }
    const call = callOf(error, provider)
    return await handleReadFailure(services, db, {
      error,
      operation,
      installation,
      call,
      provider,
    }).catch((failure: unknown) => {
      if (failure instanceof TakenOver) return { do: 'leave' }
      throw failure
    })
  }
}

/**
 * A read with held results waits for requests at this number of pages, or if the project has no
 * room.
 */
const mostHeld = 200
const lookAgainMs = 3600_000
/** Delay while others read large records; the provider is not called. */
const largeAgainMs = 5_000

const mustWaitForRequests = async (
  { tenantLimits }: Services,
  db: Db,
  { projectId, installationId, objectName }: OperationRow,
) =>
  (await countHeldResults(db, installationId, objectName)) >= mostHeld ||
  (await roomOf(db, tenantLimits, projectId)) <= 0

/** A read that waits less than this for a rate limit is not shown as retrying. */
const brieflyMs = 60_000

/** Carries out the decision after a failed attempt. */
async function handleReadFailure(
  services: Services,
  db: Db,
  {
    error,
    operation,
    installation,
    call,
    provider,
  }: {
    error: unknown
    operation: OperationRow
    installation: InstallationRow
    call: ProviderCall | undefined
    provider: OpenProvider | undefined
  },
): Promise<TurnEnd> {
  const isBriefly =
    error instanceof TooManyCallsError &&
    !error.isDailyLimit &&
    (error.retryAfterMs ?? 0) <= brieflyMs
  // No call was made and nothing failed: others use the rate limit.
  if (isBriefly) return { do: 'wait', until: new Date(Date.now() + (error.retryAfterMs ?? 0)) }
  const step = nextTry(error, {
    readType: operation.readType!,
    tries: operation.attempts + 1,
    chance: Math.random(),
  })
  const message = error instanceof Error ? error.message : String(error)
  const providerName = provider?.entry.info.displayName ?? 'The provider'
  const reason =
    error instanceof ProviderError ? reasonOf(error, { ...operation, providerName }) : message
  const attempt = operation.attempts + 1
  const at = callInWords(call, attempt)
  const numbered = call && logCall(call, attempt)
  const { id: operationId } = operation
  services.log.warn(
    { ...callForLog(call), attempt, next: step, operationId, error: message },
    'a read stopped',
  )
  if (!(error instanceof ProviderError) || error.isOurDefect) {
    services.log.error({ err: error, operationId: operation.id }, 'a read failed')
  }
  // Fields are missing: schema watching reports them before the object is paused.
  if (error instanceof ProviderError && error.fieldNames.length > 0) {
    const { projectId, id: installationId } = installation
    await inTransaction(db, (tx) => enqueueWatching(tx, { projectId, installationId }))
  }
  switch (step.do) {
    case 'retry': {
      const until = new Date(Date.now() + step.delayMs)
      await retryLater(services, db, {
        operation,
        installation,
        until,
        message,
        reason,
        at,
        call: numbered,
        ...step,
      })
      return { do: 'wait', until }
    }
    case 'hold': {
      const until = new Date(Date.now() + step.delayMs)
      await retryLater(services, db, {
        operation,
        installation,
        until,
        message,
        reason,
        at,
        call: numbered,
        isHeld: true,
      })
      return { do: 'wait', until }
    }
    case 'pause':
      await pauseRead(services, db, {
        operation,
        installation,
        cause: step.cause,
        message,
        reason,
        at,
        call: numbered,
      })
      return { do: 'leave' }
    case 'fail':
      await finishRead(services, db, {
        operation,
        installation,
        outcome: { status: 'failure', message, reason, cause: step.cause, at, call: numbered },
      })
      return { do: 'end' }
  }
}

async function retryLater(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    until,
    message,
    reason,
    at,
    call,
    fromTheStart = false,
    isHeld = false,
  }: {
    operation: OperationRow
    installation: InstallationRow
    until: Date
    message: string
    /** Reason, as a sentence. */
    reason: string
    at: string
    call: LogCall | undefined
    fromTheStart?: boolean
    /** A daily limit of calls is used up. */
    isHeld?: boolean
  },
): Promise<void> {
  const { projectId, id, installationId, objectName } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installationId, objectName)
    if (!(await recordFailure(tx, operation, { fromTheStart }))) throw new TakenOver()
    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: 'warning',
      msg: isHeld
        ? `Reading is on hold (${at}); the provider's call limit is used up until ${until.toISOString()}.`
        : `Reading stopped (${at}); resuming ${fromTheStart ? 'from the start ' : ''}at ${until.toISOString()}.`,
      error: message,
      call,
    })
    if (!object) return
    await changeObject(services, tx, installation, object, {
      type: 'read-retried',
      until,
      error: reason,
      isLimited: isHeld,
    })
  })
}

interface OpenRead {
  operation: OperationRow
  installation: InstallationRow
  provider: OpenProvider
  plan: ReadPlan
  envelope: Envelope
  /** Records that the previous read has already delivered. */
  known: RecentlyRead
  /** Present if records are compared with a snapshot. */
  snapshot?: { isLook: boolean }
  /** Present if the records are delivered with their associations. */
  associations: AssociationReader | undefined
}

async function openRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    object: state,
    turn,
    provider,
  }: {
    operation: OperationRow
    installation: InstallationRow
    object: InstallationObjectRow | undefined
    turn: Turn
    provider: OpenProvider
  },
): Promise<OpenRead> {
  const { objectName } = operation
  const { latest, installed } = await contentsOf(db, installation)
  const object = findReadObject(objectName, latest, installed)
  if (!object) {
    throw new ProviderError('bad-request', `The integration no longer reads ${objectName}.`)
  }
  const config = own(installation.content.read?.objects, objectName) ?? {}
  const plan = await turn.waitFor(
    planWithFields(object, config, (name) =>
      connectorOf(provider).describeObject(provider.client, name),
    ),
  )
  const associations = await turn.waitFor(openAssociations(provider, provider.client, plan))
  const { connection } = provider
  if (operation.isSinceByOurClock) {
    operation.since = await turn.waitFor(sinceByTheirClock(operation, provider))
    if (!(await setSince(db, operation, operation.since))) throw new TakenOver()
  }
  const isBySnapshot =
    readsOnward(operation) && connectorOf(provider).reportsModificationTimes?.(objectName) === false
  if (!isBySnapshot && readsOnward(operation) && state && state.snapshotRecords !== null) {
    await dropSnapshot(services, db, { operation, installation })
  }
  return {
    operation,
    installation,
    provider,
    plan,
    associations,
    known: new RecentlyRead(operation.readType === 'scheduled' ? state?.recentlyRead : {}),
    envelope: envelopeOfRead(operation, installation, connection, plan),
    ...(isBySnapshot && { snapshot: { isLook: await isFirstLook(db, operation, state) } }),
  }
}

function connectorOf({ entry: { connector, info } }: OpenProvider) {
  if (connector) return connector
  throw new ProviderError(
    'bad-request',
    `Reading from ${info.displayName ?? info.name} is not supported yet.`,
  )
}

/**
 * Converts the operation's `since` from our clock to the provider's. Requests one record to learn
 * the provider's time.
 */
async function sinceByTheirClock(
  { objectName, since }: OperationRow,
  provider: OpenProvider,
): Promise<Date | null> {
  if (!since) return null
  if (connectorOf(provider).readsByJob?.(objectName)) return since
  const { asOf } = await connectorOf(provider).read(provider.client, {
    objectName,
    fieldNames: [],
    since: since.toISOString(),
    pageSize: 1,
  })
  if (asOf === undefined) return since
  return new Date(since.getTime() + Date.parse(asOf) - Date.now())
}

/**
 * Returns `done` after the last page is committed, `finished` if the read and its turn ended with it;
 * otherwise why the turn ended early, such as the time until the provider has prepared the next page.
 */
async function readPages(
  services: Services,
  db: Db,
  read: OpenRead,
  turn: Turn,
): Promise<'done' | 'finished' | 'over' | 'busy' | { waitMs: number }> {
  const { operation, plan, provider, snapshot } = read
  // Of a snapshot's pages, only the records that are delivered need associations.
  const associations = snapshot ? undefined : read.associations
  const connector = connectorOf(provider)
  const request: ReadRequest = {
    objectName: plan.objectName,
    fieldNames: [...new Set([...plan.fieldNames, ...(read.associations?.fieldNames ?? [])])],
    since: snapshot ? undefined : operation.since?.toISOString(),
    until: snapshot ? undefined : operation.until?.toISOString(),
    filters: operation.readType === 'backfill' ? plan.backfillFilters : plan.filters,
    // Records deleted before the first read never existed for the builder.
    ...(plan.includeDeleted &&
      connector.readsDeletions &&
      operation.readType !== 'backfill' && { includeDeleted: true }),
  }
  const progress: Progress = {
    asOf: operation.asOf,
    recentlyRead: new RecentlyRead(operation.recentlyRead),
    smallestPage: Infinity,
    unlogged: { records: 0, pages: 0, sinceMs: 0 },
    isWaitLogged: operation.pages > 0,
  }
  const ask = <Page>(page: () => Promise<Page>) => turn.waitFor(patiently(page, turn.stopping))
  /** Returns a page with its call, because the next page may arrive in the meantime. */
  const fetchPage = async (cursor: string | undefined) => {
    const page = await ask(() =>
      readPage(connector, provider.client, { ...request, cursor }, associations),
    )
    return { page, call: provider.lastCall() }
  }
  const fetchNext = (next: string | undefined) => {
    const following = next !== undefined && turn.mayGoOn() ? fetchPage(next) : undefined
    // A failure of the next page is handled when it is needed.
    following?.catch(() => {})
    return following
  }
  /** Prepares the state stored with the first page. */
  const begin = async (page: TakenPage): Promise<TakenPage> => {
    if (snapshot && operation.cursor === null) await beginSnapshot(services, db, read)
    const isEstimated = operation.readType === 'backfill' && operation.pages === 0
    if (!isEstimated || page.total !== undefined) return page
    const total = await turn.waitFor(estimate(connector, provider, request))
    return total === undefined ? page : { ...page, total }
  }
  /** Stores a page. Returns whether the read has ended with it. */
  const store = async (page: TakenPage, call: ProviderCall | undefined) => {
    const reader = snapshot && read.associations
    const associate: Associate = (records) =>
      reader ? ask(() => withAssociations(reader, provider.client, records)) : { records }
    const isFinished = await tracedPage(page, () =>
      storePage(services, db, read, { page, progress, call, associate }),
    )
    operation.attempts = 0
    return isFinished
  }
  const { largeRecords } = services
  const { projectId, id: operationId } = operation
  /** No other page is fetched until a large one is stored. */
  const takeLargePage = (cursor: string | undefined, isFirst: boolean) =>
    largeRecords.tryRun({ projectId, operationId }, async () => {
      const client = provider.clientFor(largeRecords.mostBytes)
      const page = await ask(() =>
        readLargePage(connector, client, { ...request, cursor }, associations),
      )
      const call = provider.lastCall()
      await store(isFirst ? await begin(page) : page, call)
      return { next: page.next }
    })

  let cursor = operation.cursor ?? undefined
  let fetched = await fetchPage(cursor)
  for (let isFirst = true; ; isFirst = false) {
    let next: string | undefined
    let following: ReturnType<typeof fetchNext>
    if (fetched.page === 'large') {
      const taken = await takeLargePage(cursor, isFirst)
      if (taken === 'busy') return 'busy'
      next = taken.next
      following = fetchNext(next)
    } else {
      const page = isFirst ? await begin(fetched.page) : fetched.page
      next = page.next
      const { waitMs } = page
      following = waitMs === undefined ? fetchNext(next) : undefined
      if (await store(page, fetched.call)) return 'finished'
      if (next !== undefined && waitMs !== undefined) return { waitMs }
    }
    if (next === undefined) return 'done'
    if (!following || turn.stopping.aborted) return 'over'
    if (plan.isOnRequest && (await mustWaitForRequests(services, db, operation))) return 'over'
    fetched = await following
    cursor = next
  }
}

/** Stores a page as part of the run's trace. */
const tracedPage = <T>(page: TakenPage, store: () => Promise<T>) =>
  inSpan({ name: 'page', attributes: { 'platform.records': page.records.length } }, store)

/** Estimates the number of records; a read does not fail without an estimate. */
const estimate = async (
  { countRecords }: Connector,
  { client }: OpenProvider,
  request: ReadRequest,
): Promise<number | undefined> =>
  countRecords?.(client, request).catch((error: unknown) => {
    if (error instanceof ProviderError) return undefined
    throw error
  })

/** Retries once after a moment, so that a brief failure does not cost the turn. */
async function patiently<Page>(
  fetchPage: () => Promise<Page>,
  stopping: AbortSignal,
): Promise<Page> {
  try {
    return await fetchPage()
  } catch (error) {
    const delayMs = error instanceof ProviderError ? (error.retryAfterMs ?? 250) : Infinity
    // If calls are counted, an immediate retry would be one too many.
    const isHiccup =
      error instanceof ProviderError &&
      error.isOutage &&
      error.failure !== 'rate-limit' &&
      delayMs <= 1_000
    if (!isHiccup) throw error
    await sleep(delayMs, stopping)
    if (stopping.aborted) throw error
    return fetchPage()
  }
}

/** Progress of a turn. */
interface Progress {
  asOf: Date | null
  recentlyRead: RecentlyRead
  /** Smallest page size that was logged. */
  smallestPage: number
  /** Records read since the last log entry about progress. */
  unlogged: { records: number; pages: number; sinceMs: number }
  /** Whether an earlier entry reports that the provider is preparing the records. */
  isWaitLogged: boolean
}

/** Maximum frequency of page log lines; the last page is always logged. */
const logEveryMs = 1_000

/** Adds the associations that records still lack. */
type Associate = (records: ProviderRecord[]) => AssociatedRecords | Promise<AssociatedRecords>

/** Stores a page. Returns whether the read has ended with it. */
async function storePage(
  services: Services,
  db: Db,
  { operation, installation, plan, provider, envelope, known, snapshot }: OpenRead,
  {
    page,
    progress,
    call,
    associate,
  }: {
    page: TakenPage
    progress: Progress
    call: ProviderCall | undefined
    associate: Associate
  },
): Promise<boolean> {
  const { projectId, installationId, objectName } = operation
  progress.asOf ??= page.asOf ? new Date(page.asOf) : null

  const entries: { id: string; entry: ResultEntry }[] = []
  const comparison = snapshot
    ? await compareWithSnapshot(db, operation, { ...page, ...snapshot })
    : undefined
  const loop = loopTurn()
  const associated = await associate(comparison?.news ?? page.records)
  for (const record of associated.records) {
    if (loop.mustPause()) await loop.pause()
    progress.recentlyRead.add(record, progress.asOf)
    if (known.has(record)) continue
    entries.push({ id: record.id, entry: mapRecord(provider.entry.connector!, plan, record) })
  }

  const incomplete = page.incomplete ?? associated.incomplete
  if (operation.readType === 'scheduled' && !comparison && isQuiet(page, entries)) {
    const { asOf, recentlyRead } = progress
    const isFinished = await finishTogether(services, db, {
      operation,
      installation,
      page: {
        asOf,
        recentlyRead: recentlyRead.marks,
        total: page.total,
        incomplete,
        call: call && logCall(call, operation.attempts + 1),
      },
    })
    if (isFinished) return true
  }

  const changesObject = comparison !== undefined || operation.attempts > 0
  if (!plan.isOnRequest) await services.notifications.waitForRoom({ projectId, ...plan })
  await inTransaction(db, async (tx) => {
    const object =
      changesObject || plan.isOnRequest
        ? await lockObject(tx, installationId, objectName)
        : undefined
    // Before the log: the operation may be gone, together with its installation.
    const isOurs = await checkpoint(tx, operation, {
      cursor: page.next ?? null,
      records: entries.length,
      leftOut: page.leftOut.length,
      total: page.total,
      incomplete,
      asOf: progress.asOf,
      recentlyRead: progress.recentlyRead.marks,
    })
    if (!isOurs) throw new TakenOver()
    if (page.smallerPage !== undefined && page.smallerPage < progress.smallestPage) {
      await logOperation(tx, {
        projectId,
        operationId: operation.id,
        severity: 'info',
        msg: `The page was too large; reduced the page size to ${page.smallerPage}.`,
      })
    }
    progress.smallestPage = Math.min(page.smallerPage ?? Infinity, progress.smallestPage)
    for (const id of page.leftOut) {
      await logOperation(tx, {
        projectId,
        operationId: operation.id,
        severity: 'warning',
        msg: `The record ${id} is too large and was skipped.`,
        error: page.leftOutBecause,
      })
    }
    await logPage(tx, operation, { page, progress, call, records: entries.length })
    if (object && operation.attempts > 0) {
      await changeObject(services, tx, installation, object, { type: 'read-recovered' })
    }
    if (comparison) await keepSnapshot(services, tx, operation, comparison)
    await deliverEntries(services, tx, { projectId, installationId, plan, envelope }, entries)
  })
  return false
}

/** Reports whether the page is the last one and has nothing to deliver or to log. */
const isQuiet = (page: TakenPage, entries: readonly unknown[]) =>
  page.next === undefined &&
  entries.length === 0 &&
  page.leftOut.length === 0 &&
  page.smallerPage === undefined

/** Logs what was read, with the last call. */
async function logPage(
  tx: Db,
  { id: operationId, projectId, attempts }: OperationRow,
  {
    page,
    progress,
    call,
    records,
  }: { page: TakenPage; progress: Progress; call: ProviderCall | undefined; records: number },
): Promise<void> {
  const { unlogged } = progress
  if (page.waitMs !== undefined && records === 0) {
    if (progress.isWaitLogged) return
    progress.isWaitLogged = true
    const until = new Date(Date.now() + page.waitMs).toISOString()
    await logOperation(tx, {
      projectId,
      operationId,
      severity: 'info',
      msg: `The provider is preparing the records. Checking again at ${until}.`,
      call: call && logCall(call, attempts + 1),
    })
    return
  }
  progress.isWaitLogged = false
  unlogged.records += records
  unlogged.pages++
  // An empty first page is only a step, such as the end of a job at the provider.
  const isStep = unlogged.sinceMs === 0 && unlogged.records === 0 && page.next !== undefined
  if (isStep) unlogged.sinceMs = Date.now()
  const wasLogged = Date.now() - unlogged.sinceMs < logEveryMs
  if (wasLogged && page.next !== undefined) return
  const pages = unlogged.pages === 1 ? '' : ` in ${counted(unlogged.pages, 'page')}`
  await logOperation(tx, {
    projectId,
    operationId,
    severity: 'info',
    msg: `Read ${counted(unlogged.records, 'record')}${pages}.`,
    call: call && logCall(call, attempts + 1),
  })
  progress.unlogged = { records: 0, pages: 0, sinceMs: Date.now() }
}
