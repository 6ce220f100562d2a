import {
  ProviderError,
  type AssociationReader,
  type AssociationRequest,
  type ProviderClient,
  type ProviderRecord,
} from '@platform/connector'
import type { OpenProvider } from './open-provider.ts'
import { must } from '../values/must.ts'

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

/** Returns the records with all their associations. Deleted records have none. */
export async function withAssociations(
  reader: AssociationReader,
  client: ProviderClient,
  records: readonly ProviderRecord[],
): Promise<ProviderRecord[]> {
  const live = records.filter(({ deleted }) => !deleted)
  const found = live.length > 0 ? await reader.read(client, live) : undefined
  return records.map((record) =>
    record.deleted
      ? record
      : { ...record, associations: must(found?.get(record.id), 'associations') },
  )
}
