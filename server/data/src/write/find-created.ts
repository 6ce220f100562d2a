import { isDeepStrictEqual } from 'node:util'
import {
  ProviderError,
  type CreatedRecords,
  type FindingCreated,
  type WriteRecord,
  type Writing,
} from '@platform/connector'
import { convertToText } from '@platform/contract/compare-values'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { findInstallationsOfConnection } from '@platform/installations/installations/installations'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import * as store from './store.ts'
import { must } from '@platform/kernel/values'

/** A create that was sent and not answered. */
interface LostCreate {
  fields: WriteRecord['fields']
}

export type CreatedRecordLookup =
  | { is: 'created'; recordId: string; data: Record<string, unknown> }
  | { is: 'not-created' }
  /** A later look-up may find more. */
  | { is: 'not-yet' }
  | { is: 'unknown' }

/** How long after it was sent a create may still be executed, unless the provider declares it. */
const carriedOutWithinMs = 10 * 60_000

interface SentWithin {
  /** Age of the first and last sent record. */
  firstMsAgo: number
  lastMsAgo: number
  /** Time of the look-up, by `performance.now()`. */
  askedAt: number
}

/** Providers keep idempotency keys for at least a day. */
const keptKeysMs = 23 * 3_600_000

/** Reports whether the provider executes a repeated create only once. */
export async function isRepeatable(
  db: Db,
  writing: Writing,
  { objectName, operationIds }: Pick<CreateLookup, 'objectName' | 'operationIds'>,
): Promise<boolean> {
  if (operationIds.length === 0 || !writing.isRepeatable?.(objectName)) return false
  const sent = await store.findSentAges(db, operationIds)
  return sent !== undefined && sent.firstMsAgo < keptKeysMs
}

/** Creates without a reply, and what the provider lists. */
interface CreateLookup {
  listed: CreatedRecords
  objectName: string
  lost: readonly LostCreate[]
  /** IDs in results that may not be saved yet. */
  ownIds: readonly string[]
  operationIds: readonly store.WriteRow['operationId'][]
  sent: SentWithin
}

/**
 * Looks up the outcome of creates without a reply at the provider. `settle` saves the findings, in the
 * transaction that claims the records.
 */
export async function findLostCreates(
  db: Db,
  provider: OpenProvider,
  {
    settle,
    ...lookup
  }: Omit<CreateLookup, 'listed' | 'sent'> & {
    settle(tx: Db, findings: readonly CreatedRecordLookup[]): Promise<void>
  },
): Promise<CreatedRecordLookup['is'][]> {
  const { lost, operationIds } = lookup
  const { created } = provider.entry.connector?.writing ?? {}
  const unknown = lost.map(() => 'unknown' as const)
  if (!created || lost.length === 0) return unknown
  const sent = await store.findSentAges(db, operationIds)
  if (!sent) return unknown
  const listed = await listCreated(provider, created, { ...lookup, sent })
  if (listed === 'refused') return unknown
  if (!listed) return lost.map(() => 'not-yet' as const)
  return inTransaction(db, async (tx) => {
    const findings = await claimCreated(tx, provider, { ...lookup, listed, sent })
    await settle(tx, findings)
    return findings.map(({ is }) => is)
  })
}

/**
 * Returns the records that the provider lists since the creates were sent; undefined if it lists
 * nothing now.
 */
async function listCreated(
  { client }: OpenProvider,
  created: FindingCreated,
  { objectName, lost, sent }: { objectName: string; lost: readonly LostCreate[]; sent: SentWithin },
): Promise<CreatedRecords | 'refused' | undefined> {
  try {
    return await created.find(client, {
      objectName,
      fieldNames: [...new Set(lost.flatMap(({ fields }) => Object.keys(fields)))],
      sinceMsAgo: sent.firstMsAgo,
      untilMsAgo: sent.lastMsAgo - (created.settlesWithinMs ?? carriedOutWithinMs),
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.isOutage ? undefined : 'refused'
  }
}

/**
 * Determines the outcome of creates without a reply. A record belongs to a create only if all sent
 * fields match, it is the only one, and no other write can have created it. The transaction must
 * save the result: a record is claimed by being stored in the results of a write.
 */
async function claimCreated(
  tx: Db,
  { connection, entry }: OpenProvider,
  { listed: { records, hasMore, asOf }, ...lookup }: CreateLookup,
): Promise<CreatedRecordLookup[]> {
  const { objectName, lost, ownIds, operationIds, sent } = lookup
  await store.lockClaims(tx, connection.id, objectName)
  const installations = await findInstallationsOfConnection(tx, connection.id)
  // Queried after the provider: creates that others sent before its answer are in their rows.
  const others = {
    installationIds: installations.map(({ id }) => id),
    objectName,
    // Creates sent before may have been executed since.
    sinceMsAgo: sent.firstMsAgo + (performance.now() - sent.askedAt) + carriedOutWithinMs,
    except: operationIds,
  }
  const ids = records.map(({ id }) => id)
  const claimed = new Set([...ownIds, ...(await store.findClaimed(tx, others, ids))])
  const rivals = await store.findWithoutAnswer(tx, others)
  const left = records.filter(({ id }) => !claimed.has(id))
  const { fieldValue, writing } = must(entry.connector, 'connector')
  const settlesWithinMs = writing?.created?.settlesWithinMs

  return lost.map((one): CreatedRecordLookup => {
    const open: CreatedRecordLookup = {
      is: sent.lastMsAgo < carriedOutWithinMs ? 'not-yet' : 'unknown',
    }
    const isRival = (other: LostCreate | null) =>
      other === null || isDeepStrictEqual(other.fields, one.fields)
    const equalOnes = lost.filter(isRival).length - 1
    const matching = left.filter(({ raw }) => matches(one, (name) => fieldValue(raw, name)))
    const [found] = matching
    if (hasMore || matching.length > 1) return { is: 'unknown' }
    if (rivals.some(isRival) || equalOnes > 0) return open
    if (found) {
      const isComplete = Date.parse(asOf) >= wholeSecond(found.createdTime)
      return isComplete ? { is: 'created', recordId: found.id, data: found.raw } : open
    }
    const isSettled = settlesWithinMs !== undefined && sent.lastMsAgo > settlesWithinMs
    return isSettled && left.length === 0 ? { is: 'not-created' } : open
  })
}

/** The time in a reply has whole seconds. */
const wholeSecond = (time: string) => Math.floor(Date.parse(time) / 1000) * 1000

function matches({ fields }: LostCreate, valueOf: (fieldName: string) => unknown): boolean {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  return (
    sent.some(([, value]) => !isEmpty(value)) &&
    sent.every(([name, value]) => isSameLeniently(value, valueOf(name)))
  )
}

/**
 * Compares values leniently: providers trim text, change its case, convert it to the field's type,
 * and add checksums to IDs.
 */
function isSameLeniently(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent) || isEmpty(stored)) return isEmpty(sent) && isEmpty(stored)
  if (typeof sent === 'number' || typeof stored === 'number') return Number(sent) === Number(stored)
  if (Array.isArray(sent))
    return normalizeText(sent.map(convertToText).join(';')) === normalizeText(stored)
  if (typeof sent === 'object') return isDeepStrictEqual(sent, stored)
  const [one, other] = [normalizeText(sent), normalizeText(stored)]
  if (one === other) return true
  const isTime = [one, other].every((text) => /^\d{4}-\d\d-\d\dt\d\d:\d\d/.test(text))
  return isTime && Date.parse(one) === Date.parse(other)
}

const normalizeText = (value: unknown) => convertToText(value).trim().toLowerCase()
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
