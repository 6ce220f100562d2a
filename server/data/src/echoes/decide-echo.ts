import type { OperationId } from '@platform/contract'
import type { StoredWrite, ValueHashes } from './tables.ts'
import { must } from '@platform/kernel/values'

/** How long a confirmed write explains changes. */
export const windowMs = 24 * 3_600_000

/** How long a provider's lists may return values from before a confirmed write. */
const settledAfterMs = 5 * 60_000

/** A version of a record that was read. */
export interface ReadVersion {
  isDeleted: boolean
  /** By the provider's name of the field, in lower case; all delivered fields. */
  values: ReadonlyMap<string, ValueHashes>
  /** Those of the fields that the provider reports as changed; absent if it reports none of them. */
  updatedNames?: ReadonlySet<string> | undefined
  /** Whether the record was created or restored. */
  isCreation?: boolean
  /** Who made the reported change, according to the provider; absent if it does not say. */
  origin?: 'own' | 'other'
  /** When the provider was asked, by our clock, in milliseconds. */
  readFrom: number
}

/** The state of a record before the version. */
export interface EchoState {
  /** Newest first. */
  writes: readonly StoredWrite[]
  /** Exact hashes of the version that the destination last received; absent if unknown. */
  delivered: Readonly<Record<string, string>> | undefined
  /**
   * When all messages with the record, to any destination, had been received, in milliseconds; absent
   * if some were not.
   */
  deliveredAt: number | undefined
  /** Whether changes with nothing but written values are left out. */
  drops: boolean
  now: number
}

export interface Echo {
  /** The writes that caused the change; absent if none did. */
  cause?: {
    /** Newest first. */
    operationIds: OperationId[]
    /** Fields with written values, in lower case. */
    fields: Set<string>
    otherFields: 'unchanged' | 'changed' | 'unknown'
  }
  /** Whether the version is not delivered, because it contains nothing new for the destination. */
  isDropped: boolean
  /** The writes that remain, of which some may be contested. */
  writes: StoredWrite[]
}

/**
 * Decides which part of a version own writes have caused, and whether it is left out. It is left out
 * only if nothing can have changed since the destination received the previous version, except fields
 * that own, confirmed, later writes have set to exactly these values. In doubt it is delivered.
 */
export function decideEcho(version: ReadVersion, state: EchoState): Echo {
  const live = state.writes.filter(({ until }) => until > state.now)
  if (version.origin === 'other') return { isDropped: false, writes: contest(version, live) }
  return version.isDeleted
    ? decideDeletion(version, state, live)
    : decideUpdate(version, state, live)
}

function decideDeletion(version: ReadVersion, state: EchoState, live: StoredWrite[]): Echo {
  const deletion = live.find(({ isDeletion }) => isDeletion)
  if (!deletion) return { isDropped: false, writes: contest(version, live) }
  return {
    cause: {
      operationIds: [deletion.operationId],
      fields: new Set(),
      otherFields: 'unchanged',
    },
    isDropped: state.drops && deletion === live[0] && isCertain(deletion, state),
    writes: live,
  }
}

function decideUpdate(version: ReadVersion, state: EchoState, live: StoredWrite[]): Echo {
  const written = findWritten(version, live)
  const changed =
    state.delivered &&
    [...version.values].filter(([name, [exact]]) => state.delivered?.[name] !== exact)
  const changedNames = changed?.map(([name]) => name)
  const isNews = changedNames !== undefined && changedNames.length > 0
  const causedNames = [...written.keys()].filter(
    (name) => (!isNews || changedNames.includes(name)) && version.updatedNames?.has(name) !== false,
  )
  const writes = contest(version, live)
  if (causedNames.length === 0) return { isDropped: false, writes }

  const others = changedNames?.filter((name) => !written.has(name))
  const causes = new Set(causedNames.map((name) => must(written.get(name), name)))
  const cause: Echo['cause'] = {
    operationIds: live.filter((write) => causes.has(write)).map(({ operationId }) => operationId),
    fields: new Set(causedNames),
    otherFields: !others ? 'unknown' : others.length > 0 ? 'changed' : 'unchanged',
  }
  cause.operationIds = [...new Set(cause.operationIds)]
  const isOnlyOurs = [...(version.updatedNames ?? [])].every((name) => written.has(name))
  const isDropped =
    state.drops &&
    version.isCreation !== true &&
    isOnlyOurs &&
    cause.otherFields === 'unchanged' &&
    [...findNewest(live)].every(([name, write]) => {
      const value = version.values.get(name)
      if (value !== undefined && value[0] !== write.fields[name]?.[0]) return false
      return isNews && changedNames.includes(name)
        ? isCertain(write, state)
        : hasReceived(write, state)
    })
  return { cause, isDropped, writes }
}

/** Whether the write was confirmed, and is later than all that the destination has received. */
const isCertain = (write: StoredWrite, state: EchoState) =>
  hasReceived(write, state) &&
  write.isContested !== true &&
  must(state.deliveredAt, 'delivered at') <= write.at

/** Whether the write was confirmed, and the destination has received the previous version. */
const hasReceived = ({ doneAt }: StoredWrite, { deliveredAt }: EchoState) =>
  doneAt !== undefined && deliveredAt !== undefined

/** Returns the newest write of each field. */
function findNewest(live: readonly StoredWrite[]): Map<string, StoredWrite> {
  const newest = new Map<string, StoredWrite>()
  for (const write of live) {
    for (const name of Object.keys(write.fields)) if (!newest.has(name)) newest.set(name, write)
  }
  return newest
}

/**
 * Returns the fields with a written value, regardless of its format, and the newest such write; also those
 * that the provider has changed to another value while it carried out a write.
 */
function findWritten(
  { values, origin, updatedNames }: ReadVersion,
  live: readonly StoredWrite[],
): Map<string, StoredWrite> {
  const written = new Map<string, StoredWrite>()
  for (const [name, value] of values) {
    const write =
      live.find(({ fields }) => isSame(fields[name], value)) ??
      (origin === 'own' && updatedNames?.has(name)
        ? live.find(({ fields }) => fields[name] !== undefined)
        : undefined)
    if (write) written.set(name, write)
  }
  return written
}

const isSame = (one: ValueHashes | undefined, [exact, loose]: ValueHashes) =>
  one !== undefined && (one[0] === exact || one[1] === loose)

/**
 * Marks the writes of which another value is delivered. They no longer explain changes if that value
 * was read so long after they were confirmed that it is newer.
 */
function contest(
  { isDeleted, values, readFrom }: ReadVersion,
  live: readonly StoredWrite[],
): StoredWrite[] {
  return live.flatMap((write): StoredWrite[] => {
    const isContradicted = write.isDeletion
      ? !isDeleted
      : isDeleted ||
        Object.entries(write.fields).some(([name, [exact]]) => {
          const value = values.get(name)
          return value !== undefined && value[0] !== exact
        })
    if (!isContradicted) return [write]
    const isOver = write.doneAt !== undefined && write.doneAt + settledAfterMs < readFrom
    if (!isOver) return [{ ...write, isContested: true }]
    const fields = Object.fromEntries(
      Object.entries(write.fields).filter(([name, hashes]) => {
        const value = values.get(name)
        return value !== undefined && isSame(hashes, value)
      }),
    )
    return Object.keys(fields).length === 0 ? [] : [{ ...write, fields, isContested: true }]
  })
}
