import {
  loopTurn,
  ProviderError,
  type AssociationReader,
  type Connector,
  type ProviderClient,
  type ProviderRecord,
  type ReadRequest,
} from '@platform/connector'
import {
  withAssociations,
  type AssociatedRecords,
} from '@platform/connections/provider/associations'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import { logCall, type ProviderCall } from '@platform/connections/provider/call/provider-call'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { isFilteredPlan, type ReadPlan } from '@platform/installations/integrations/read-object'
import { checkpoint } from '@platform/installations/operations/fence'
import type { OperationRow } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { ReplyScope } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { inSpan } from '@platform/kernel/telemetry/trace'
import { getNow, sleep } from '@platform/kernel/values'
import { getFreeBytes } from '@platform/tenancy/projects/stored-bytes'
import { finishTogether, type QuietPage } from './finish-read.ts'
import { narrowsWhole, splitByFilter } from './filter-page.ts'
import { isTooLarge, readLargePage, type TakenPage } from './large-records.ts'
import { leaveOut, prepareEntries, type VersionedEntry } from './left-entries.ts'
import { mapRecord, sendPacked, type Envelope } from './messages.ts'
import { changeObject } from './object/change-object.ts'
import { lockObject } from './object/hold-object.ts'
import { findOverlapMs, RecentlyRead } from './recently-read.ts'
import { ExpressionFailures } from './record-expressions.ts'
import {
  beginSnapshot,
  compareWithSnapshot,
  keepSnapshot,
  type SnapshotReading,
} from './snapshot/snapshot.ts'
import { countHeldResults } from './store.ts'
import { keepRecords, sealEntries } from '../kept-records/keep-records.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import type { Turn } from './turns/readers.ts'
import { logNotices, isQuiet, logPage } from './log-page.ts'

/** An operation whose provider and plan are open. */
export interface OpenRead {
  operation: OperationRow
  installation: InstallationRow
  provider: OpenProvider
  connector: Connector
  plan: ReadPlan
  envelope: Envelope
  /** Records that the previous read has already delivered. */
  known: RecentlyRead
  /** Whether changes are left out that own writes caused. */
  dropsEchoes: boolean
  /** Present if records are compared with a snapshot. */
  snapshot?: SnapshotReading
  /** Present if the records are delivered with their associations. */
  associations: AssociationReader | undefined
}

/**
 * A read with held results waits for requests at this number of pages, or if the project has no
 * room.
 */
const maxHeld = 200

const lookAgainMs = 3600_000

/** Delay while others read large records; the provider is not called. */
export const largeAgainMs = 5_000

const mustWaitForRequests = async (
  { tenantLimits }: Services,
  db: Db,
  { projectId, installationId, objectName }: OperationRow,
) =>
  (await countHeldResults(db, installationId, objectName)) >= maxHeld ||
  (await getFreeBytes(db, tenantLimits, projectId)) <= 0

/**
 * Reads pages until the last one or the end of the turn. Returns `done` after the last page is committed,
 * `finished` if the read and its turn ended with it; otherwise when to continue, such as the time until the
 * provider has prepared the next page.
 */
export async function readPages(
  services: Services,
  db: Db,
  read: OpenRead,
  turn: Turn,
): Promise<PagesEnd> {
  const scopes = new Set<ReplyScope>()
  try {
    return await readPagesIn(scopes, { services, db, read, turn })
  } finally {
    for (const scope of scopes) scope.end()
  }
}

type PagesEnd = 'done' | 'finished' | { waitMs: number }

/** Holds the memory of each page until it is stored, in a scope of its own. */
async function readPagesIn(
  scopes: Set<ReplyScope>,
  { services, db, read, turn }: { services: Services; db: Db; read: OpenRead; turn: Turn },
): Promise<PagesEnd> {
  const { operation, plan, provider, connector, snapshot } = read
  // Of a snapshot's pages, only the records that are delivered need associations.
  const associations = snapshot ? undefined : read.associations
  const request = requestFor(read)
  const isCounted = !isFilteredPlan(plan) || (!snapshot && narrowsWhole(connector, plan))
  const progress: ReadProgress = {
    asOf: operation.asOf,
    recentlyRead: new RecentlyRead(operation.recentlyRead),
    smallestPage: Infinity,
    unlogged: { records: 0, unmatched: 0, pages: 0, sinceMs: 0 },
    isWaitLogged: operation.pages > 0,
    failures: new ExpressionFailures(),
  }
  const filtered = { plan, failures: progress.failures }
  const ask = <Page>(page: () => Promise<Page>) => turn.waitFor(patiently(page, turn.stopping))
  /** Returns a page with its call, because the next page may arrive in the meantime. */
  const fetchPage = async (cursor: string | undefined) => {
    const scope = new ReplyScope()
    scopes.add(scope)
    const page = await scope.run(() =>
      ask(() =>
        readPage(connector, provider.client, { ...request, cursor }, { associations, filtered }),
      ),
    )
    return { page, scope, call: provider.lastCall(), readUntil: getNow() }
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
    if (!isCounted) return { ...page, total: undefined }
    const isEstimated = operation.readType === 'backfill' && operation.pages === 0
    if (!isEstimated || page.total !== undefined) return page
    const total = await turn.waitFor(estimate(connector, provider, request))
    return total === undefined ? page : { ...page, total }
  }
  /** Stores a page. */
  const store = async (
    page: TakenPage,
    of: { call: ProviderCall | undefined; readUntil: Date },
  ) => {
    const reader = snapshot && read.associations
    const associate: Associate = (records) =>
      reader ? ask(() => withAssociations(reader, provider.client, records)) : { records }
    const stored = await tracePage(page, () =>
      storePage(services, db, read, { ...of, page, progress, associate, turn }),
    )
    operation.attempts = 0
    operation.failures = {}
    return stored
  }
  const { largeRecords } = services
  const { projectId, id: operationId } = operation
  /** No other page is fetched until a large one is stored. */
  const takeLargePage = (cursor: string | undefined, isFirst: boolean) =>
    largeRecords.tryRun({ projectId, operationId }, async () => {
      const client = provider.clientFor(largeRecords.maxBytes)
      const page = await ask(() =>
        readLargePage(
          (asked, reader) =>
            readWholePage(connector, client, asked, { associations: reader, filtered }),
          { ...request, cursor },
          associations,
        ),
      )
      const of = { call: provider.lastCall(), readUntil: getNow() }
      const stored = await store(isFirst ? await begin(page) : page, of)
      return { next: stored === 'stop' ? undefined : page.next }
    })

  let cursor = operation.cursor ?? undefined
  let fetched = await fetchPage(cursor)
  for (let isFirst = true; ; isFirst = false) {
    let next: string | undefined
    let waitMs: number | undefined
    let following: ReturnType<typeof fetchNext>
    if (fetched.page === 'large') {
      fetched.scope.end()
      const taken = await takeLargePage(cursor, isFirst)
      if (taken === 'busy') return { waitMs: largeAgainMs }
      next = taken.next
      following = fetchNext(next)
    } else {
      const page = isFirst ? await begin(fetched.page) : fetched.page
      ;({ next, waitMs } = page)
      following = waitMs === undefined ? fetchNext(next) : undefined
      const stored = await fetched.scope.run(() => store(page, fetched))
      fetched.scope.end()
      scopes.delete(fetched.scope)
      if (stored === 'finished') return 'finished'
      if (stored === 'stop') return 'done'
    }
    if (next === undefined) return 'done'
    const isFull = plan.isOnRequest && (await mustWaitForRequests(services, db, operation))
    if (isFull) return { waitMs: lookAgainMs }
    if (!following || turn.stopping.aborted) return { waitMs: waitMs ?? 0 }
    fetched = await following
    cursor = next
  }
}

function requestFor({ operation, plan, connector, snapshot, associations }: OpenRead): ReadRequest {
  const isBackfill = operation.readType === 'backfill'
  // A check for deletions needs only IDs, and what the filter compares.
  const isBare = operation.checksDeletions && plan.filter === undefined
  const fieldNames = isBare ? [] : [...plan.fieldNames, ...(associations?.fieldNames ?? [])]
  return {
    objectName: plan.objectName,
    fieldNames: [...new Set(fieldNames)],
    since: snapshot ? undefined : operation.since?.toISOString(),
    until: snapshot ? undefined : operation.until?.toISOString(),
    filters: isBackfill ? plan.backfillFilters : plan.filters,
    // A snapshot distinguishes records that no longer match from deleted ones.
    filter: snapshot ? undefined : plan.filter,
    overlapMs: findOverlapMs(connector, plan),
    // Records deleted before the first read never existed for the builder.
    ...(plan.includeDeleted && connector.readsDeletions && !isBackfill && { includeDeleted: true }),
  }
}

/**
 * Reads a page with its associations; returns `large` if it starts with a record that is too large
 * to be read together with others.
 */
export async function readPage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  by: PageOptions,
): Promise<TakenPage | 'large'> {
  try {
    return await readWholePage(connector, client, request, by)
  } catch (error) {
    if (isTooLarge(error)) return 'large'
    throw error
  }
}

interface PageOptions {
  associations: AssociationReader | undefined
  filtered?: { plan: ReadPlan; failures: ExpressionFailures }
}

/** Reads a page with its associations; records that do not match the filter are named only. */
export async function readWholePage(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  { associations, filtered }: PageOptions,
): Promise<TakenPage> {
  const page = await connector.read(client, request)
  // Without fields, only the IDs are of interest.
  const isFiltered = filtered && isFilteredPlan(filtered.plan) && request.fieldNames.length > 0
  const { records, unmatched } = isFiltered
    ? await splitByFilter(connector, filtered, page.records)
    : { records: page.records, unmatched: [] }
  const taken = { ...page, records, unmatched, leftOut: page.leftOut ?? [] }
  if (!associations) return taken
  return { ...taken, ...(await withAssociations(associations, client, records)) }
}

/** Stores a page as part of the run's trace. */
const tracePage = <T>(page: TakenPage, store: () => Promise<T>) =>
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
export interface ReadProgress {
  asOf: Date | null
  recentlyRead: RecentlyRead
  /** Smallest page size that was logged. */
  smallestPage: number
  /** Records read since the last log entry about progress. */
  unlogged: { records: number; unmatched: number; pages: number; sinceMs: number }
  /** Whether an earlier entry reports that the provider is preparing the records. */
  isWaitLogged: boolean
  /** Failures of expressions since the last log entry about progress. */
  failures: ExpressionFailures
}

/** Adds the associations that records still lack. */
type Associate = (records: ProviderRecord[]) => AssociatedRecords | Promise<AssociatedRecords>

/** What follows a stored page: `stop` if further pages would be useless. */
type StoredPage = 'continue' | 'stop' | 'finished'

/** Stores a page. */
async function storePage(
  services: Services,
  db: Db,
  { operation, installation, plan, connector, envelope, known, snapshot, dropsEchoes }: OpenRead,
  {
    page,
    progress,
    call,
    readUntil,
    associate,
    turn,
  }: {
    page: TakenPage
    progress: ReadProgress
    call: ProviderCall | undefined
    readUntil: Date
    associate: Associate
    turn: Turn
  },
): Promise<StoredPage> {
  const { projectId, installationId, objectName } = operation
  progress.asOf ??= page.asOf ? new Date(page.asOf) : null

  const entries: VersionedEntry[] = []
  const comparison = snapshot
    ? await compareWithSnapshot(db, operation, { ...page, ...snapshot })
    : undefined
  const loop = loopTurn()
  const associated = await associate(comparison?.news ?? page.records)
  for (const record of associated.records) {
    if (loop.mustPause()) await loop.pause()
    progress.recentlyRead.add(record, progress.asOf)
    if (known.has(record)) continue
    const { id, updatedTime } = record
    // A snapshot also finds changes that do not move the time: they are no older version.
    const isVersion = updatedTime !== undefined && !comparison
    const versionTime = isVersion ? new Date(updatedTime) : undefined
    const entry = mapRecord(connector, plan, record, progress.failures)
    entries.push({ id, entry, record, versionTime })
  }

  const incomplete = page.incomplete ?? associated.incomplete
  const isQuietPage = isQuiet(page, entries) && progress.failures.isEmpty
  if (operation.readType === 'scheduled' && !comparison && isQuietPage) {
    const { asOf, recentlyRead } = progress
    const quiet: QuietPage = {
      asOf,
      recentlyRead: recentlyRead.marks,
      total: page.total,
      incomplete,
      call: call && logCall(call, operation.attempts + 1),
    }
    const ended = { operation, installation, page: quiet }
    const isFinished = await finishTogether(services, db, ended, turn)
    if (isFinished) return 'finished'
  }

  const whole = await prepareEntries(
    services,
    db,
    { projectId, installationId, plan, envelope },
    { id: operation.id, installation, entries },
  )
  const kept = plan.keepsRecords
    ? await sealEntries(services, operation, entries.map(withContent))
    : undefined
  const changesObject = comparison !== undefined || operation.attempts > 0
  if (!plan.isOnRequest) await services.notifications.waitForRoom({ projectId, ...plan })
  return inTransaction(db, async (tx) => {
    const object =
      changesObject || plan.isOnRequest
        ? await lockObject(tx, installationId, objectName)
        : undefined
    const readTime = { readFrom: operation.createTime, readUntil }
    const left = await leaveOut(services, tx, whole, {
      ...{ installation, connector, dropsEchoes },
      ...readTime,
    })
    const records = entries.length - left.superseded - left.dropped
    // Before the log: the operation may be gone, together with its installation.
    const isOurs = await checkpoint(tx, operation, {
      cursor: page.next ?? null,
      records,
      leftOut: page.leftOut.length + (page.unreadable ?? 0),
      total: page.total,
      incomplete,
      asOf: progress.asOf,
      recentlyRead: progress.recentlyRead.takeChangedMarks(),
    })
    if (!isOurs) throw new LeaseLostError()
    await logNotices(tx, operation, { page, progress, left })
    await logPage(tx, operation, { page, progress, call, records })
    if (object && operation.attempts > 0) {
      await changeObject(services, tx, installation, object, { type: 'read-recovered' })
    }
    const isKept = !comparison || (await keepSnapshot(services, tx, operation, comparison))
    await sendPacked(services, tx, left.packed)
    await left.keepEchoes()
    if (kept) await keepRecords(services, tx, kept)
    return operation.checksDeletions && !isKept ? 'stop' : 'continue'
  })
}

const withContent = (entry: VersionedEntry) => ({ ...entry, hasContent: true })
