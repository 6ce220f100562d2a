import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../../../server/kernel/src/db/database.ts'
import { loadProviders, readInWords, requestRead, type LoadApi, type Load } from './load.ts'
import type { Receipt } from './receiver.ts'

/** Time limit for the messages of a read when nothing is killed any more. */
const receivedWithinMs = 300_000

/** A kill, and what was in progress: known by ID, or first received during it. */
export interface Kill {
  of: string
  since: number
  until: number
  pending: ReadonlySet<string>
}

/** A row of the table; `isPromised` rows must be zero. */
export interface Count {
  what: string
  count: number
  /** Whether zero is promised. */
  isPromised: boolean
  examples: readonly string[]
}

export async function withDatabase<T>(
  connectionString: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(connectionString, { maxConnections: 3 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Returns IDs of events with an unfinished delivery. */
export const pendingDeliveries = async ({ everything }: Database): Promise<Set<string>> => {
  const rows = await everything
    .selectFrom('deliveries')
    .select('eventId')
    .where('status', '=', 'pending')
    .execute()
  return new Set(rows.map(({ eventId }) => eventId))
}

const operationsInProgress = ({ everything }: Database) =>
  everything.selectFrom('operations').select('id').where('status', '=', 'in_progress').execute()

/** Returns names of changed records that no message contains. */
const findUnheardChanges = ({ changes }: Load, receipts: readonly Receipt[]): string[] => {
  const heard = new Set<unknown>()
  for (const { body } of receipts) {
    if (body.action !== 'subscribe') continue
    for (const { fields } of body.result ?? []) {
      for (const { lastName } of loadProviders) heard.add(fields?.[lastName])
    }
  }
  return changes.filter((name) => !heard.has(name))
}

/** Returns connections whose event has not arrived. */
const findUnheardConnections = ({ connected }: Load, receipts: readonly Receipt[]): string[] => {
  const heard = new Set(receipts.map(({ body }) => body.data?.connectionId))
  return connected.flatMap(({ id }) => (heard.has(id) ? [] : id))
}

const hasSettled = async (database: Database) =>
  (await pendingDeliveries(database)).size === 0 &&
  (await operationsInProgress(database)).length === 0

/** Waits until all work has finished, up to a limit; the rest is counted. */
export async function waitUntilDelivered(
  database: Database,
  { load, receipts }: { load: Load; receipts: readonly Receipt[] },
  withinMs: number,
): Promise<void> {
  await isTrueWithin(
    withinMs,
    async () => (await hasSettled(database)) && findUnheardChanges(load, receipts).length === 0,
  )
}

async function isTrueWithin(ms: number, condition: () => Promise<boolean>): Promise<boolean> {
  const endsAt = Date.now() + ms
  while (Date.now() < endsAt) {
    if (await condition()) return true
    await sleep(500)
  }
  return false
}

/** Counts the outcomes of everything that the platform accepted. */
export async function tally(
  database: Database,
  api: LoadApi,
  {
    load,
    receipts,
    kills,
    contacts,
    errors,
  }: {
    load: Load
    receipts: readonly Receipt[]
    kills: readonly Kill[]
    contacts: number
    /** Replies with status 500. */
    errors: readonly string[]
  },
): Promise<Count[]> {
  const { times: atProvider, unread } = await readBack(api, receipts)
  // The receiver may have rejected messages of these reads, too.
  await isTrueWithin(receivedWithinMs, async () => (await pendingDeliveries(database)).size === 0)
  const unended = await operationsInProgress(database)
  const deliveries = await database.everything
    .selectFrom('deliveries')
    .select(['eventId', 'status'])
    .execute()
  const accepted = new Set(receipts.map(({ id }) => id))
  const undelivered = deliveries.filter(
    ({ eventId, status }) => status !== 'delivered' || !accepted.has(eventId),
  )

  const states = await mapConcurrently(load.writes, async (write) => ({
    write,
    state: write.operationId ? await api.stateOf(write.operationId) : undefined,
    times: atProvider.get(write.name) ?? 0,
  }))
  const isUnknown = ({ write, state }: (typeof states)[number]) =>
    write.isUnknown || (state?.status === 'failure' && /may have created/.test(state.result))
  const lostWrites = states.filter(
    (one) => !isUnknown(one) && !one.write.rejection && one.times === 0,
  )
  const ofOperation = Map.groupBy(receipts, ({ body }) => body.operationId)
  const reads = await mapConcurrently(load.reads, async (operationId) => {
    const { status, result } = await api.stateOf(operationId)
    const records = countRecords(ofOperation.get(operationId) ?? [], operationId)
    const isWhole = status === 'success' && result === readInWords(records)
    return isWhole ? [] : [`${operationId}: ${status}, ${result}`]
  })
  const shortReads = reads.flat()
  const shortBackfills = loadProviders.flatMap(({ integration, objectName }) => {
    const of = receipts.filter(
      ({ body }) =>
        body.readType === 'backfill' && (body.rawObjectName ?? body.objectName) === objectName,
    )
    const ids = new Set(
      of.flatMap(({ body }) => (body.result ?? []).map(({ raw }) => raw?.['Id'] ?? raw?.['id'])),
    )
    return ids.size < contacts ? [`${integration}: ${ids.size} of ${contacts} records`] : []
  })
  const { explained, unexplained } = classifyRepeats(receipts, kills)

  const makeCount = (what: string, count: number): Count => ({
    what,
    count,
    isPromised: false,
    examples: [],
  })
  const none = (what: string, found: readonly string[]): Count => ({
    what,
    count: found.length,
    isPromised: true,
    examples: found.slice(0, 10),
  })
  return [
    makeCount('writes accepted (awaited)', load.writes.filter((each) => each.isAwaited).length),
    makeCount(
      'writes accepted (asynchronous)',
      load.writes.filter((each) => !each.isAwaited).length,
    ),
    makeCount(
      'writes sent again with their key',
      load.writes.filter(({ sent }) => sent > 1).length,
    ),
    makeCount('writes with an unknown outcome', states.filter(isUnknown).length),
    makeCount('changes at the providers', load.changes.length),
    makeCount('reads requested', load.reads.length),
    makeCount('events of created connections', load.connected.length),
    makeCount('messages accepted for delivery', deliveries.length),
    makeCount('messages delivered', accepted.size),
    makeCount('messages repeated that were in flight', explained),
    none(
      'messages lost',
      undelivered.map(({ eventId, status }) => `${eventId} (${status})`),
    ),
    none('messages repeated without a cause', unexplained),
    none('internal errors', errors),
    none('changes lost', findUnheardChanges(load, receipts)),
    none('events lost', findUnheardConnections(load, receipts)),
    none('reads incomplete', [...shortReads, ...shortBackfills, ...unread]),
    none(
      'writes lost',
      lostWrites.map(({ write, state }) => `${write.name}: ${state?.status}, ${state?.result}`),
    ),
    none(
      'writes executed twice',
      states.filter(({ times }) => times > 1).map(({ write, times }) => `${write.name}: ${times}`),
    ),
    none(
      'writes rejected',
      states.flatMap(({ write }) => (write.rejection ? [`${write.name}: ${write.rejection}`] : [])),
    ),
    none(
      'writes with another reply for the same key',
      states.filter(({ write }) => write.isRepliedDifferently).map(({ write }) => write.name),
    ),
    none(
      'operations that never ended',
      unended.map(({ id }) => id),
    ),
  ]
}

/** Number of requests in progress for these counts. */
const maxAsked = 20

async function mapConcurrently<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += maxAsked) {
    results.push(...(await Promise.all(items.slice(start, start + maxAsked).map(map))))
  }
  return results
}

/**
 * Returns how often each name exists at its provider, and the reads for this that did not end. They
 * wait for nothing else: what never ends is counted, too.
 */
async function readBack(
  api: LoadApi,
  receipts: readonly Receipt[],
): Promise<{ times: Map<string, number>; unread: string[] }> {
  const times = new Map<string, number>()
  const unread: string[] = []
  for (const of of loadProviders) {
    const before = receipts.length
    const operationId = await requestRead(api, of)
    const isReceived = await isTrueWithin(receivedWithinMs, async () => {
      const { result } = await api.stateOf(operationId)
      return result === readInWords(countRecords(receipts.slice(before), operationId))
    })
    if (!isReceived) unread.push(`${operationId}: read of ${of.integration} for these counts`)
    for (const { body } of findOperationMessages(receipts.slice(before), operationId)) {
      for (const { fields } of body.result ?? []) {
        const name = String(fields?.[of.lastName])
        times.set(name, (times.get(name) ?? 0) + 1)
      }
    }
  }
  return { times, unread }
}

/** Returns the messages of an operation without duplicates. */
const findOperationMessages = (receipts: readonly Receipt[], operationId: string): Receipt[] => [
  ...new Map(
    receipts
      .filter(({ body }) => body.operationId === operationId)
      .map((receipt) => [receipt.id, receipt]),
  ).values(),
]

const countRecords = (receipts: readonly Receipt[], operationId: string): number =>
  findOperationMessages(receipts, operationId).reduce(
    (sum, { body }) => sum + (body.result?.length ?? 0),
    0,
  )

/**
 * Classifies messages that were delivered more than once: a kill explains those in progress, which
 * the receiver accepted before the platform could record it.
 */
function classifyRepeats(receipts: readonly Receipt[], kills: readonly Kill[]) {
  let explained = 0
  const unexplained: string[] = []
  const before = new Map<string, number>()
  for (const { id, at } of receipts) {
    const former = before.get(id)
    before.set(id, at)
    if (former === undefined) continue
    const isExplained = kills.some(
      ({ since, until, pending }) =>
        former <= until && at >= since && (former >= since || pending.has(id)),
    )
    if (isExplained) explained++
    else unexplained.push(`${id} after ${at - former} ms`)
  }
  return { explained, unexplained }
}
