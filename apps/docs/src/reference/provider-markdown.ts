import { listVerifiedObjects, type Catalogue } from '@platform/connectors'
import type { ProviderInfo, ProviderObject } from '@platform/contract'
import type { MarkdownPage } from '../agent-pages.ts'
import { exampleManifest } from './provider-guide.ts'

/**
 * Returns a skill file for coding agents per provider, and their list: what an integration with the
 * provider must know.
 */
export function providerMarkdown(catalogue: Catalogue): MarkdownPage[] {
  const all = Object.values(catalogue).toSorted((one, other) =>
    getName(one.info).localeCompare(getName(other.info), 'en'),
  )
  const lines = all.map(
    ({ info }) => `- [${getName(info)}](/docs/catalogue/${info.name}.md): \`${info.name}\``,
  )
  return [
    {
      path: 'catalogue/providers/',
      text: `# Catalogue of supported providers\n\nSign-in, scopes, objects, limits and dated changes of each provider, as a skill file for agents. The name in backticks is that of \`platform.yaml\`.\n\n${lines.join('\n')}\n`,
    },
    ...all.map((entry) => ({
      path: `catalogue/${entry.info.name}/`,
      text: describeProvider(entry.info, listVerifiedObjects(entry), entry.oauth2),
    })),
  ]
}

const getName = ({ name, displayName = name }: ProviderInfo) => displayName

function describeProvider(
  info: ProviderInfo,
  objects: Readonly<Record<string, ProviderObject>>,
  oauth2: Catalogue[string]['oauth2'],
): string {
  const title = getName(info)
  const manifest = exampleManifest(info, objects)
  const parts: [title: string, text: string][] = [
    ['Sign-in', describeSignIn(info, oauth2)],
    ['Scopes', describeScopes(info)],
    ['Objects', describeObjects(objects)],
    ['Limits', describeLimits(info)],
    [
      'Known sign-in errors',
      toItems(
        (info.signInErrors ?? []).map(
          ({ code, cause, remedy }) => `\`${code}\`: ${cause} ${remedy}`,
        ),
      ),
    ],
    ['Dated changes', toItems((info.changes ?? []).map(({ from, what }) => `${from}: ${what}`))],
    ['platform.yaml', manifest ? `\`\`\`yaml\n${manifest.trimEnd()}\n\`\`\`` : ''],
  ]
  return `---
name: ${info.name.replaceAll(/[^a-zA-Z\d-]/g, '-').toLowerCase()}-integration
description: ${JSON.stringify(`Use for integrations with ${title} in platform.yaml: sign-in, scopes, objects, limits and dated changes.`)}
---

# ${title}

${toItems([
  `Name in \`platform.yaml\`: \`${info.name}\``,
  `Base URL: \`${info.baseURL}\``,
  info.apiVersion
    ? `API version: ${info.apiVersion}${info.supportedUntil ? `, supported until ${info.supportedUntil}` : ''}`
    : '',
  info.docsURL ? `Documentation: ${info.docsURL}` : '',
])}
${parts
  .filter(([, text]) => text !== '')
  .map(([part, text]) => `\n## ${part}\n\n${text}\n`)
  .join('')}`
}

const toItems = (lines: readonly string[]) =>
  lines
    .filter((line) => line !== '')
    .map((line) => `- ${line}`)
    .join('\n')

const listCodes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function describeSignIn(info: ProviderInfo, oauth2: Catalogue[string]['oauth2']): string {
  const { authType, oauth2Opts, apiKeyOpts, app, metadata, customOpts, signInEvidence } = info
  const { header, query } = apiKeyOpts ?? {}
  const inputs = [...(metadata?.input ?? []), ...(customOpts?.inputs ?? [])]
  return toItems([
    oauth2Opts
      ? `OAuth 2, grant \`${oauth2Opts.grantType}\`. Register an app with the provider and enter its client as a provider app; redirect URI \`https://<your server>/callbacks/v1/oauth\``
      : '',
    apiKeyOpts
      ? `API key in the ${apiKeyOpts.attachmentType} \`${header?.name ?? query?.name ?? ''}\`${header?.valuePrefix ? ` after \`${header.valuePrefix}\`` : ''}`
      : '',
    authType === 'basic' ? 'User name and password, or an API key in the place of one' : '',
    authType === 'custom' ? 'Provider-specific credentials' : '',
    authType === 'none' ? 'No authentication' : '',
    oauth2?.refreshTokens === 'rotating'
      ? 'Each refresh replaces the refresh token: do not refresh it elsewhere'
      : '',
    app?.consoleURL ? `App console: ${app.consoleURL}` : '',
    ...(app?.steps ?? []),
    ...(app?.webhookSteps ?? []).map((step) => `To subscribe to changes: ${step}`),
    ...(app?.requirements ?? []).map(({ kind, what }) => `Requirement (${kind}): ${what}`),
    ...inputs.map(
      ({ name, displayName = name }) => `The customer enters ${displayName} (\`${name}\`)`,
    ),
    signInEvidence
      ? `The sign-in agrees with the document of ${signInEvidence.date}: ${signInEvidence.page}`
      : '',
  ])
}

function describeScopes({ scopes }: ProviderInfo): string {
  if (!scopes) return ''
  const { grantedBy, signIn = [], offline = [], subscribe = [], byObject = {} } = scopes
  const how = {
    request: 'The sign-in requests the scopes of the provider app',
    app: 'Scopes are selected in the app at the provider',
    credential: 'The customer’s API key requires these permissions',
  }[grantedBy]
  return toItems([
    how,
    signIn.length > 0 ? `Every connection: ${listCodes(signIn)}` : '',
    offline.length > 0 ? `Refresh token: ${listCodes(offline)}` : '',
    subscribe.length > 0 ? `Subscriptions: ${listCodes(subscribe)}` : '',
    ...Object.entries(byObject).map(([object, own]) => {
      const actions = Object.entries(own).map(
        ([action, names]) => `${action} ${listCodes(names ?? [])}`,
      )
      return `${object === '*' ? 'All other objects' : `\`${object}\``}: ${actions.join('; ')}`
    }),
  ])
}

/** Most providers have fewer; the rest is in the API. */
const maxObjects = 150

function describeObjects(objects: Readonly<Record<string, ProviderObject>>): string {
  const all = Object.entries(objects)
  if (all.length === 0) return 'Objects and fields depend on the account.'
  const rows = all
    .slice(0, maxObjects)
    .map(([name, { read, writes, events, searchFields, evidence }]) => {
      const reads = read ? (read.changes === 'time' ? 'by modification time' : 'by snapshot') : '—'
      const level = evidence?.read?.level ?? Object.values(evidence ?? {})[0]?.level ?? '—'
      const cells = [
        `\`${name}\``,
        reads,
        writes.join(', ') || '—',
        events.join(', ') || '—',
        searchFields.join(', ') || '—',
        level,
      ]
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    })
  const more =
    all.length > maxObjects
      ? `\n\n${all.length - maxObjects} more: GET /v1/providers/{provider}/objects`
      : ''
  return `| Object | Read | Write | Events | Search, upsert key | Verified by |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}${more}`
}

function describeLimits({ rateLimits = [], app, paging }: ProviderInfo): string {
  return toItems([
    ...rateLimits.map(({ calls, perSeconds }) => `${calls} calls in ${perSeconds} s`),
    ...(app?.limits ?? []).map(({ what, value }) => `${what}: ${value}`),
    paging?.maxSize ? `${paging.maxSize} records per page` : '',
  ])
}
