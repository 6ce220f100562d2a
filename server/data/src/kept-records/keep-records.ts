import type {
  InstallationId,
  IntegrationId,
  OperationId,
  ProjectId,
  ResultEntry,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { isKept } from '@platform/kernel/values'
import { warnAt, type ProjectUsage } from './kept-usage.ts'
import * as store from './store.ts'

/** Longer IDs exceed the size of an index key. */
const maxIdLength = 500
/** Content of larger records is not kept. */
const maxRecordBytes = 1_000_000
/** How far changes of listed records may exceed the limit before their content is left out. */
const maxExcess = 1.1

/** A delivered record, without its content if it was delivered without. */
export interface DeliveredEntry {
  id: string
  entry: ResultEntry
  versionTime?: Date | undefined
  /** Whether the entry has the state of the record. */
  hasContent: boolean
}

/** Records that are encrypted, to be stored in the transaction that delivers them. */
export interface SealedEntries {
  of: store.KeptObject
  records: readonly store.SealedRecord[]
  /** Number of records whose IDs cannot be stored. */
  nameless: number
}

/** What storing records uses. */
interface Keeping extends Pick<Services, 'keptUsage'> {
  notifications: Pick<Services['notifications'], 'emit'>
}

/** Encrypts records before the transaction with `keepRecords`. */
export async function sealEntries(
  { secrets }: Pick<Services, 'secrets'>,
  of: store.KeptObject,
  entries: readonly DeliveredEntry[],
): Promise<SealedEntries> {
  const latest = listLatest(entries)
  const named = latest.filter(({ id }) => id.length <= maxIdLength && isKept(id))
  const texts = named.map((entry) => (isContentKept(entry) ? toText(entry) : ''))
  const sizes = texts.map((text) => Buffer.byteLength(text))
  const small = texts.map((text, n) => ((sizes[n] ?? 0) > maxRecordBytes ? '' : text))
  const bodies = await secrets.sealAll(of.projectId, small)
  const records = named.map(({ id, entry, versionTime }, n) => ({
    recordId: id,
    versionTime,
    isDeleted: entry.subscribeEventType === 'delete',
    size: sizes[n] ?? 0,
    body: small[n] === '' ? null : (bodies[n] ?? null),
  }))
  return { of, records, nameless: latest.length - named.length }
}

const isContentKept = ({ entry, hasContent }: DeliveredEntry) =>
  hasContent && entry.subscribeEventType !== 'delete'

/** Returns the record as receivers get it, without what belongs to its message. */
function toText({ id, entry, versionTime }: DeliveredEntry): string {
  const { fields, mappedFields, raw, associations } = entry
  const version = versionTime?.toISOString()
  return JSON.stringify({ id, versionTime: version, fields, mappedFields, raw, associations })
}

/** Returns the last entry of each record: a statement cannot store a row twice. */
const listLatest = (entries: readonly DeliveredEntry[]): DeliveredEntry[] => {
  const latest = new Map<string, DeliveredEntry>()
  for (const entry of entries) {
    const known = latest.get(entry.id)
    const isOlder = known?.versionTime && entry.versionTime && entry.versionTime < known.versionTime
    if (!isOlder) latest.set(entry.id, entry)
  }
  return [...latest.values()]
}

/**
 * Stores the last delivered state of the records, in the transaction that delivers them: what is listed is
 * what was delivered. Call it last, because pages of the same object wait for its commit.
 */
export async function keepRecords(
  services: Keeping,
  tx: Db,
  { of, records, nameless }: SealedEntries,
): Promise<void> {
  if (records.length === 0 && nameless === 0) return
  const max = services.keptUsage.maxBytes
  const before = await services.keptUsage.get(tx, of.projectId)
  const isFull = before.bytes >= max
  const stored = await store.upsertKeptRecords(
    tx,
    of,
    before.bytes > max * maxExcess ? records.map(withoutContent) : records,
    { isFull },
  )
  const usage = await services.keptUsage.add(tx, of.projectId, sumBytes(records))
  const leftOut = records.filter(({ isDeleted }) => !isDeleted).length - stored
  if (isFull && leftOut > 0) await store.noteGap(tx, of, { reason: 'limit', leftOut })
  if (nameless > 0) await store.noteGap(tx, of, { reason: 'unstorableId', leftOut: nameless })
  if (usage.bytes >= max * warnAt) await warn(services, tx, of.projectId, { usage, isFull })
}

const withoutContent = (record: store.SealedRecord) => ({ ...record, body: null })

const sumBytes = (records: readonly store.SealedRecord[]) =>
  records.reduce((sum, { body }) => sum + 200 + (body?.length ?? 0), 0)

/** Announces once that the project keeps nearly as much as it may, and once that it does. */
async function warn(
  { notifications, keptUsage }: Keeping,
  tx: Db,
  projectId: ProjectId,
  { usage, isFull }: { usage: ProjectUsage; isFull: boolean },
): Promise<void> {
  const announced = isFull ? 'reached' : 'near'
  if (usage.announced === announced || usage.announced === 'reached') return
  if (await store.noteLimit(tx, { projectId, isReached: isFull })) {
    await notifications.emit(tx, {
      projectId,
      type: 'records.limit.warning',
      data: {
        projectId,
        reached: isFull,
        keptBytes: Math.round(usage.bytes),
        maxBytes: keptUsage.maxBytes,
      },
    })
  }
  usage.announced = announced
}

const endedAtOnce = 500

/**
 * Notes after a complete read that its object's list is complete. Records that neither this read nor the
 * complete one before it has returned are marked as deleted, unless `findsDeletions` is not set: a single
 * read may have missed a record because others were inserted before it while paging. `hold` returns how many
 * of them wait for another complete read. `mustHold` throws if another process has taken over the read.
 */
export async function completeList(
  inTx: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>,
  { id: operationId, createTime: beganAt, ...of }: store.KeptObject & CompleteRead,
  {
    findsDeletions,
    hold,
    mustHold,
  }: {
    findsDeletions: boolean
    hold: (
      tx: Db,
      unread: { count: number; records: number; earlier: { held: number; by: OperationId | null } },
    ) => Promise<number>
    mustHold: (tx: Db) => Promise<void>
  },
): Promise<void> {
  let held: number | undefined
  for (;;) {
    const marked = await inTx(async (tx) => {
      await mustHold(tx)
      const object = await store.findKeptObject(tx, of)
      const before = object?.completeTime
      // Continued after a crash, the same read must not count as two.
      if (!object || (before && before >= beganAt)) return 0
      const looksFrom = findsDeletions ? before : null
      held ??= looksFrom
        ? await hold(tx, {
            count: await store.countUnread(tx, object.key, looksFrom),
            records: object.records,
            earlier: { held: object.heldDeletions, by: object.heldBy },
          })
        : 0
      const count =
        looksFrom && held === 0
          ? await store.markUnread(tx, of, { before: looksFrom, atMost: endedAtOnce })
          : 0
      if (count < endedAtOnce) {
        const heldBy = held > 0 ? operationId : null
        await store.noteHeld(tx, of, { heldDeletions: held, heldBy })
        await store.noteComplete(tx, of, beganAt)
      }
      return count
    })
    if (marked < endedAtOnce) return
  }
}

type CompleteRead = { id: OperationId; createTime: Date }

/** Ends the lists of these objects of an integration, which a revision did not keep. */
export const endLists = async (
  db: Db,
  integrationId: IntegrationId,
  objectNames: readonly string[],
): Promise<void> => {
  if (objectNames.length > 0) await store.endIntegrationLists(db, integrationId, objectNames)
}

/** Ends the lists of an installation whose objects are no longer kept. */
export const endOtherLists = (
  tx: Db,
  installationId: InstallationId,
  keptObjects: readonly string[],
) => store.endLists(tx, installationId, { except: keptObjects })
