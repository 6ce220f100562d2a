import type { DestinationMetadata, DestinationOrdering, ProjectId } from '@platform/contract'
import type { Secrets } from '@platform/kernel/secrets'
import type { DestinationMetadataRow } from './ordering.ts'
import type { DestinationRow } from './routing.ts'

/**
 * Splits metadata for storage: headers may contain credentials, so they are encrypted separately.
 * Older rows have plain headers in the metadata. No migration could encrypt them, because only the
 * process has the keys: they are read as they are, and the next write encrypts them.
 */
export async function sealDestinationMetadata(
  secrets: Secrets,
  { projectId, ordering }: { projectId: ProjectId; ordering: DestinationOrdering },
  { headers, ...plain }: DestinationMetadata,
): Promise<{ metadata: string; headers: Buffer | null }> {
  return {
    metadata: JSON.stringify({
      ...plain,
      ...((ordering === 'group' || ordering === 'strict') && { orderedBy: ordering }),
    } satisfies DestinationMetadataRow),
    headers: headers ? await secrets.seal(projectId, JSON.stringify(headers)) : null,
  }
}

/**
 * Returns the metadata with its headers. Plain headers override encrypted ones, because an older
 * server wrote them later.
 */
export async function openMetadata(
  secrets: Secrets,
  {
    projectId,
    metadata: { orderedBy: _orderedBy, ...metadata },
    headers,
  }: Pick<DestinationRow, 'projectId' | 'metadata' | 'headers'>,
): Promise<DestinationMetadata> {
  if (!headers || metadata.headers) return metadata
  return {
    ...metadata,
    headers: JSON.parse(await secrets.open(projectId, headers)) as DestinationMetadata['headers'],
  }
}
