import type { DestinationMetadata, ProjectId } from '@platform/contract'
import type { Secrets } from '@platform/kernel/secrets/secrets'
import type { DestinationRow } from './routing.ts'

/**
 * How metadata is stored: headers may hold credentials, so they are sealed, apart from the rest.
 *
 * Headers from before they were sealed are plain in the metadata. No migration could seal them, as
 * the keys are in the process alone: they are read as they are, and the next write seals them.
 */
export async function sealDestinationMetadata(
  secrets: Secrets,
  projectId: ProjectId,
  { headers, ...plain }: DestinationMetadata,
): Promise<{ metadata: string; headers: Buffer | null }> {
  return {
    metadata: JSON.stringify(plain),
    headers: headers ? await secrets.seal(projectId, JSON.stringify(headers)) : null,
  }
}

/** The metadata with its headers. Plain ones count before sealed ones: an older server wrote them since. */
export async function openMetadata(
  secrets: Secrets,
  { projectId, metadata, headers }: Pick<DestinationRow, 'projectId' | 'metadata' | 'headers'>,
): Promise<DestinationMetadata> {
  if (!headers || metadata.headers) return metadata
  return {
    ...metadata,
    headers: JSON.parse(await secrets.open(projectId, headers)) as DestinationMetadata['headers'],
  }
}
