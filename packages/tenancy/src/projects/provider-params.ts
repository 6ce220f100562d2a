import type { ProjectId, ProviderAppMetadata } from '@platform/contract'
import type { Secrets } from '@platform/kernel/secrets/secrets'
import type { ProviderAppRow } from './store.ts'

/** An app's metadata as it is stored: beside it, the names of its sealed `providerParams`. */
export type StoredMetadata = ProviderAppMetadata & { providerParamNames?: string[] }

/** An app's metadata as it is shown: `providerParams` may hold secrets, such as a developer's key. */
export function shownMetadata(metadata: StoredMetadata): ProviderAppMetadata {
  const shown = { ...metadata }
  delete shown.providerParams
  delete shown.providerParamNames
  return shown
}

/** Returns the names of the `providerParams` that are set; undefined if there are none. */
export const paramNamesOf = (metadata: StoredMetadata | null): string[] | undefined =>
  metadata?.providerParams ? Object.keys(metadata.providerParams) : metadata?.providerParamNames

/**
 * How metadata is stored: `providerParams` are sealed, apart from the rest. Where it names none, the
 * former ones stay, as nobody is shown what they would have to repeat; empty ones clear them.
 *
 * Those from before they were sealed are plain in the metadata. No migration could seal them, as the
 * keys are in the process alone: the next write does, whatever it changes. Plain ones count before
 * sealed ones: an older server wrote them since.
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
  const names = params ? Object.keys(params) : (paramNamesOf(former?.metadata ?? null) ?? [])
  return {
    metadata: JSON.stringify({
      ...shownMetadata(metadata),
      ...(names.length > 0 && { providerParamNames: names.toSorted() }),
    }),
    providerParams: !params
      ? (former?.providerParams ?? null)
      : Object.keys(params).length > 0
        ? await seal(params)
        : null,
  }
}

/** What `providerParams` were given; see `sealMetadata` for those that are plain. */
export async function openParams(
  secrets: Secrets,
  { projectId, metadata, providerParams }: ProviderAppRow,
): Promise<Record<string, string>> {
  if (metadata?.providerParams) return metadata.providerParams
  if (!providerParams) return {}
  return JSON.parse(await secrets.open(projectId, providerParams)) as Record<string, string>
}
