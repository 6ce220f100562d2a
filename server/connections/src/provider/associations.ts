import {
  ProviderError,
  type AssociationReader,
  type AssociationRequest,
  type ProviderClient,
  type ProviderRecord,
} from '@platform/connector'
import type { OpenProvider } from './open-provider.ts'
import { must } from '@platform/kernel/values'

/** Opens the reader of an object's associations; undefined if none are wanted. */
export async function openAssociations(
  { entry: { connector, info } }: Pick<OpenProvider, 'entry'>,
  client: ProviderClient,
  { objectName, associations }: AssociationRequest,
): Promise<AssociationReader | undefined> {
  if (associations.length === 0) return undefined
  if (connector?.associating)
    return connector.associating.open(client, { objectName, associations })
  throw new ProviderError(
    'unsupported',
    `Reading associations from ${info.displayName ?? info.name} is not supported.`,
  )
}

export interface AssociatedRecords {
  records: ProviderRecord[]
  /** Why associations may be missing, as a sentence. */
  incomplete?: string
}

/** Returns the records with all their associations. Deleted records have none. */
export async function withAssociations(
  reader: AssociationReader,
  client: ProviderClient,
  records: readonly ProviderRecord[],
): Promise<AssociatedRecords> {
  const live = records.filter(({ deleted }) => !deleted)
  if (live.length === 0) return { records: [...records] }
  const { byRecord, incomplete } = await reader.read(client, live)
  return {
    records: records.map((record) =>
      record.deleted
        ? record
        : { ...record, associations: must(byRecord.get(record.id), 'associations') },
    ),
    ...(incomplete !== undefined && { incomplete }),
  }
}
