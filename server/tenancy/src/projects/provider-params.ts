import type { ProjectId, ProviderAppMetadata } from '@platform/contract'
import type { Secrets } from '@platform/kernel/secrets'
import type { ProviderAppRow } from './provider-app-store.ts'

/** An app's metadata as stored, with the names of its encrypted `providerParams`. */
export type StoredMetadata = ProviderAppMetadata & { providerParamNames?: string[] }

/**
 * Converts an app's metadata for replies: `providerParams` may be secrets, such as a developer's
 * key.
 */
export function showMetadata(metadata: StoredMetadata): ProviderAppMetadata {
  const shown = { ...metadata }
  delete shown.providerParams
  delete shown.providerParamNames
  return shown
}

/** Returns the names of the `providerParams` that are set; undefined if there are none. */
export const listParamNames = (metadata: StoredMetadata | null): string[] | undefined =>
  metadata?.providerParams ? Object.keys(metadata.providerParams) : metadata?.providerParamNames

/**
 * Splits metadata for storage: `providerParams` are encrypted separately. If omitted, the stored
 * ones are kept, because nobody can read them to repeat them; empty ones clear them. Older rows
 * have plain ones in the metadata, which no migration could encrypt, because only the process has
 * the keys: the next write encrypts them. Plain ones override encrypted ones, because an older
 * server wrote them later.
 */
export async function sealProviderAppMetadata(
  secrets: Secrets,
  projectId: ProjectId,
  metadata: ProviderAppMetadata | null,
  former?: Pick<ProviderAppRow, 'metadata' | 'providerParams'>,
): Promise<{ metadata: string | null; providerParams: Buffer | null }> {
  if (!metadata) return { metadata: null, providerParams: null }
  const params = metadata.providerParams ?? former?.metadata?.providerParams
  const seal = (values: object) => secrets.seal(projectId, JSON.stringify(values))
  const names = params ? Object.keys(params) : (listParamNames(former?.metadata ?? null) ?? [])
  return {
    metadata: JSON.stringify({
      ...showMetadata(metadata),
      ...(names.length > 0 && { providerParamNames: names.toSorted() }),
    }),
    providerParams: !params
      ? (former?.providerParams ?? null)
      : Object.keys(params).length > 0
        ? await seal(params)
        : null,
  }
}

/** Returns the decrypted `providerParams`; see `sealMetadata` for plain ones. */
export async function openParams(
  secrets: Secrets,
  { projectId, metadata, providerParams }: ProviderAppRow,
): Promise<Record<string, string>> {
  if (metadata?.providerParams) return metadata.providerParams
  if (!providerParams) return {}
  return JSON.parse(await secrets.open(projectId, providerParams)) as Record<string, string>
}
