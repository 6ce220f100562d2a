import type { CatalogueEntry } from '@platform/connector'
import { providerBaseUrl, baseURLOf, listAllowedOrigins, TemplateError } from '@platform/connectors'
import type { InputValidationIssue, ProviderInfo, ProviderMetadata } from '@platform/contract'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { listMetadataValues } from './connection-record.ts'
import { takeFromHost } from './pasted-host.ts'

interface Given {
  providerWorkspaceRef?: string | undefined
  providerMetadata?: ProviderMetadata | undefined
}

/**
 * Returns account details given by a caller. Only details requested by the catalogue are accepted:
 * values from token replies determine where tokens are sent, so callers cannot set them. `at` is
 * their path in the body.
 */
export function parseMetadata(entry: CatalogueEntry, given: Given, at = ''): ProviderMetadata {
  const { info } = entry
  const asked = new Set([
    'workspace',
    ...(info.metadata?.input ?? []).map(({ name }) => name),
    ...(info.metadata?.postAuthentication ?? []).map(({ name }) => name),
  ])
  const metadataFromTokens = tokenMetadataNames(info)
  const issues = Object.entries(given.providerMetadata ?? {}).flatMap(
    ([name, { value }]): InputValidationIssue[] =>
      asked.has(name) && !metadataFromTokens.has(name)
        ? []
        : [
            {
              in: 'body',
              name: `${at}providerMetadata.${name}`,
              value,
              detail: metadataFromTokens.has(name)
                ? `${getDisplayName(info)} returns its ${name} with its tokens; it cannot be set.`
                : `${getDisplayName(info)} does not have this metadata. Supported: ${[...asked].join(', ')}.`,
            },
          ],
  )
  if (issues.length > 0) throw invalidInput(...issues)

  const { providerWorkspaceRef: workspace, providerMetadata = {} } = given
  return {
    ...(workspace !== undefined && {
      workspace: { value: takeFromHost(entry, 'workspace', workspace), source: 'input' as const },
    }),
    ...Object.fromEntries(
      Object.entries(providerMetadata).map(([name, one]) => [
        name,
        { ...one, value: takeFromHost(entry, name, one.value), source: 'input' },
      ]),
    ),
  }
}

/** Rejects a sign-in that lacks a value required by the provider's default module. */
export function mustBeComplete({ info }: CatalogueEntry, metadata: ProviderMetadata): void {
  const missing = (info.metadata?.input ?? []).filter(
    ({ name, defaultValue, moduleDependencies, redirectParam }) =>
      !metadata[name]?.value &&
      defaultValue === undefined &&
      redirectParam === undefined &&
      (!moduleDependencies || Object.hasOwn(moduleDependencies, info.defaultModule)),
  )
  if (missing.length === 0) return
  throw invalidInput(
    ...missing.map(({ name, displayName }) => ({
      in: 'body' as const,
      name: `providerMetadata.${name}`,
      detail: `${getDisplayName(info)} needs ${displayName ?? name}.`,
    })),
  )
}

/** Sets the provider's own reference of the account, unless token replies contain it. */
export const getWorkspaceRef = (
  entry: CatalogueEntry,
  { providerWorkspaceRef: ref }: { providerWorkspaceRef?: string | null | undefined },
): string | null | undefined => {
  if (entry.info.oauth2Opts?.tokenMetadataFields.workspaceRefField) return undefined
  return typeof ref === 'string' ? takeFromHost(entry, 'workspace', ref) : ref
}

/**
 * Returns the metadata without the changed values. The workspace is a separate field of a change.
 */
export const withoutReplaced = (
  metadata: ProviderMetadata,
  replaced: { workspace: boolean; inputs: boolean },
): ProviderMetadata =>
  Object.fromEntries(
    Object.entries(metadata).filter(([name, { source }]) =>
      name === 'workspace' ? !replaced.workspace : !(replaced.inputs && source === 'input'),
    ),
  )

/** Returns the metadata without values that came with tokens that are no longer stored. */
export const withoutTokenMetadata = (metadata: ProviderMetadata): ProviderMetadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, { source }]) => source !== 'token'))

/** Returns the values of a token reply, as metadata. */
export const metadataFromTokens = (captured: Record<string, string>): ProviderMetadata =>
  Object.fromEntries(
    Object.entries(captured).map(([name, value]) => [name, { value, source: 'token' as const }]),
  )

/**
 * Checks that every value used in the provider's URLs is present and that the URLs belong to the
 * provider.
 */
export function mustReach(entry: CatalogueEntry, metadata: ProviderMetadata, at = ''): void {
  const values = listMetadataValues({ providerMetadata: metadata })
  const { tokenURL } = entry.info.oauth2Opts ?? {}
  try {
    baseURLOf(entry, values)
    if (tokenURL) providerBaseUrl(entry, tokenURL, values)
  } catch (error) {
    throw error instanceof TemplateError ? missingInputs(error, values, at) : error
  }
}

/**
 * Rejects a change that would send kept credentials to other hosts. The credentials must then be
 * given again in the same call.
 */
export function mustStay(
  entry: CatalogueEntry,
  before: ProviderMetadata,
  after: ProviderMetadata,
  at = '',
): void {
  const known = listAllowedOrigins(entry, listMetadataValues({ providerMetadata: before }))
  const foreign = [
    ...listAllowedOrigins(entry, listMetadataValues({ providerMetadata: after })),
  ].filter((origin) => !known.has(origin))
  if (foreign.length === 0) return
  const { details } = invalidInput({
    in: 'body',
    name: `${at}providerMetadata`,
    // End users see this message, and must not see the address of an operator's own provider.
    detail: entry.isOwn
      ? `The stored credentials belong to another address of ${getDisplayName(entry.info)}.`
      : `The stored credentials were entered for ${[...known].join(', ')}, and would be sent to ${foreign.join(', ')} instead.`,
  })
  throw new Problem('invalid-input', {
    ...details,
    remedy:
      'Send new credentials in the same call. If end users sign in at the provider, start with POST /v1/oauth-connect.',
  })
}

/** Returns the names of the inputs that make a URL of the provider invalid. */
export const missingInputs = (
  { variables, message }: TemplateError,
  values: Record<string, string>,
  at = '',
) =>
  invalidInput(
    ...variables.map((name) => ({
      in: 'body' as const,
      name: at + (name === 'workspace' ? 'providerWorkspaceRef' : `providerMetadata.${name}`),
      value: values[name],
      detail: message,
    })),
  )

const tokenMetadataNames = ({ oauth2Opts }: ProviderInfo): Set<string> =>
  new Set((oauth2Opts?.tokenMetadataFields.otherFields ?? []).map(({ name }) => name))

const getDisplayName = ({ displayName, name }: ProviderInfo) => displayName ?? name
