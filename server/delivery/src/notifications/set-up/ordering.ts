import { hash } from 'node:crypto'
import type { DestinationMetadata, DestinationOrdering } from '@platform/contract'

/**
 * Destinations ordered by `group` or `strict` are stored as ordered by `record`, with the difference in their metadata:
 * processes of versions that only know `record` then claim what this version has queued one after the other, too.
 */
export type StoredOrdering = 'none' | 'record'

/** Metadata with the difference, which is not part of what the API shows. */
export type DestinationMetadataRow = DestinationMetadata & { orderedBy?: 'group' | 'strict' }

/** Returns which messages wait for one another. */
export const readOrdering = ({
  ordering,
  metadata,
}: {
  ordering: StoredOrdering
  metadata: Pick<DestinationMetadataRow, 'orderedBy'>
}): DestinationOrdering => (ordering === 'none' ? ordering : (metadata.orderedBy ?? ordering))

export const toStoredOrdering = (ordering: DestinationOrdering = 'none'): StoredOrdering =>
  ordering === 'none' ? ordering : 'record'

/** Hashes texts to numbers. Two may collide; then a message waits unnecessarily. */
const hashToKey = (text: string): number => hash('sha1', text, 'buffer').readInt32BE()

/** Returns a number for each record. */
export const recordKeys = (recordsOf: string, ids: readonly string[]): number[] =>
  ids.map((id) => hashToKey(`${recordsOf} ${id}`))

const strictKey = 0

/**
 * Returns the numbers of an event without regard to its records: of two messages with one number, the later
 * waits. Undefined if messages like it never wait.
 */
export function findEventKeys(
  ordering: DestinationOrdering,
  groupRef: string,
): number[] | undefined {
  if (ordering === 'strict') return [strictKey]
  if (ordering === 'group' && groupRef !== '') return [hashToKey(groupRef)]
  return undefined
}
