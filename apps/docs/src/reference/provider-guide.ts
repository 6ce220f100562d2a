import type { Catalogue } from '@platform/connectors'
import type { ProviderInfo, ProviderObject } from '@platform/contract'
import { codeBlock } from '../code-block.ts'
import { escapeMarkup } from '../html.ts'
import { guides } from '../site.ts'

type Dialect = Catalogue[string]['oauth2']
type Scopes = NonNullable<ProviderInfo['scopes']>

/** A standard object of these providers: others depend on the account. */
const usual: Readonly<Record<string, string>> = { hubspot: 'contacts', salesforce: 'Contact' }

/** Returns the setup guide of a provider, from the app to rejected credentials. */
export function guideParts(
  info: ProviderInfo,
  objects: Readonly<Record<string, ProviderObject>>,
  oauth2: Dialect,
): { id: string; title: string; html: string }[] {
  const manifest = exampleManifest(info, objects)
  return [
    { id: 'app', title: 'Connect', html: connecting(info, oauth2) },
    ...(manifest
      ? [
          {
            id: 'declare',
            title: 'Declare an integration',
            html: `<p>In <a href="/docs/manifest/"><code>platform.yaml</code></a>, as a starting point:</p>\n${codeBlock(manifest, 'yaml')}`,
          },
        ]
      : []),
    { id: 'refused', title: 'Errors and limits', html: rejecting(info, oauth2) },
    ...describeAppRules(info),
  ]
}

/** Returns a deployable manifest that uses the provider’s features; undefined if there are none. */
export function exampleManifest(
  info: ProviderInfo,
  objects: Readonly<Record<string, ProviderObject>>,
): string | undefined {
  const { name, displayName = name, defaultModule } = info
  const passing = modulesThatPassCalls(info)
  const known = Object.entries(objects)
  const readable = known.filter(([, { read }]) => read)
  const [read] = readable.find(([, one]) => one.read?.changes === 'time') ?? readable[0] ?? []
  const [written] = known.find(([, { writes }]) => writes.some((type) => type !== 'delete')) ?? []
  const subscribable = known.find(([, { read: its, events }]) => its && events.length > 0)
  const reads = [...new Set([read ?? usual[name], subscribable?.[0]])].filter(
    (one) => one !== undefined,
  )
  const module = reads.length > 0 || written ? defaultModule : passing[0]
  if (module === undefined) return undefined
  const object = (objectName: string) => `        - objectName: ${JSON.stringify(objectName)}\n`
  return [
    'specVersion: 1.0.0\nintegrations:\n',
    `  - name: ${name}\n    displayName: ${JSON.stringify(displayName)}\n    provider: ${name}\n`,
    module === defaultModule ? '' : `    module: ${module}\n`,
    reads.length > 0 ? '    read:\n      objects:\n' : '',
    ...reads.map(
      (one) =>
        `${object(one)}          destination: webhook\n          schedule: '0 * * * *'\n          optionalFieldsAuto: all\n`,
    ),
    written ? `    write:\n      objects:\n${object(written)}` : '',
    subscribable
      ? `    subscribe:\n      objects:\n${object(subscribable[0])}          destination: webhook\n          inheritFieldsAndMapping: true\n${subscribable[1].events
          .map(
            (event) =>
              `          ${event}Event: { enabled: always${event === 'update' ? ', watchFieldsAuto: selected' : ''} }\n`,
          )
          .join('')}`
      : '',
    passing.includes(module) ? '    proxy:\n      enabled: true\n' : '',
  ].join('')
}

/** Returns the modules that support proxy calls, the default module first. */
export function modulesThatPassCalls({ support, modules = {}, defaultModule }: ProviderInfo) {
  const names = new Set([defaultModule, ...Object.keys(modules)])
  return [...names].filter((one) => (modules[one]?.support ?? support).proxy)
}

export const linkTo = (address: string): string =>
  /^https?:\/\/\S+$/.test(address)
    ? `<a href="${escapeMarkup(address)}">${escapeMarkup(address)}</a>`
    : escapeMarkup(address)

/** Returns the steps at the provider; empty if the entry has none. */
const listOwnSteps = ({ app }: ProviderInfo): string => listSteps(app?.steps)

function listSteps(all: readonly string[] = []): string {
  const steps = all.map(
    (step) => `<li>${escapeMarkup(step).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</li>`,
  )
  return steps.length > 0 ? `<ul>${steps.join('')}</ul>` : ''
}

/** Lists the setup steps of the builder and the inputs of the customer. */
function connecting(info: ProviderInfo, oauth2: Dialect): string {
  const { oauth2Opts, apiKeyOpts, basicOpts, customOpts, metadata } = info
  const ownApp = customOpts?.providerInputs ?? []
  const app = '<a href="/docs/provider-apps/">provider app</a>'
  const steps: string[] = []
  const { consoleURL } = info.app ?? {}
  const ownSteps = listOwnSteps(info)
  if (signsInByBrowser(info)) {
    steps.push(
      `Register an OAuth app with the provider${linkToDocs(consoleURL ?? oauth2Opts?.docsURL)}.${ownSteps} Set its redirect URI to exactly <code>https://&lt;your server&gt;/callbacks/v1/oauth</code>.`,
      oauth2Opts?.explicitScopesRequired
        ? 'Select the scopes for the data you read and write, and enter the same scopes in the provider app. The provider grants no access without them.'
        : 'If the provider lets you select scopes, select those for the data you read and write. It grants the scopes the app is registered for.',
      info.scopes?.offline
        ? `Also request ${listCodes(info.scopes.offline)}. Without it, a connection ends when its first token expires.`
        : '',
      oauth2?.pkce === 'unsupported'
        ? ''
        : 'If the app can require PKCE, enable it. The platform supports PKCE.',
      `Enter the client ID and client secret as a ${app}.`,
      info.app?.webhookSteps
        ? `To subscribe to changes, set up <a href="/docs/subscribing/#one-url-for-all-accounts">webhooks of the app</a>:${listSteps(info.app.webhookSteps)}`
        : '',
    )
  } else if (ownApp.length > 0) {
    steps.push(
      `Register an app with the provider${linkToDocs(consoleURL)}.${ownSteps} Enter these values as a ${app}: ${ownApp.map((one) => inputHtml(one)).join(', ')}.`,
    )
  } else {
    steps.push(
      ownSteps === ''
        ? 'No registration is required.'
        : `No registration is required. Before connecting:${ownSteps}`,
    )
  }
  const typed = (metadata?.input ?? []).filter(
    ({ redirectParam }) => redirectParam === undefined || !signsInByBrowser(info),
  )
  const entered = [...typed, ...(customOpts?.inputs ?? [])].map((one) => inputHtml(one))
  const credentials: Partial<Record<ProviderInfo['authType'], string>> = {
    apiKey: `an API key${linkToDocs(apiKeyOpts?.docsURL)}`,
    basic: `${basicOpts?.apiKeyAsBasic ? 'an API key' : 'user name and password'}${linkToDocs(basicOpts?.docsURL)}`,
    oauth2: signsInByBrowser(info)
      ? ''
      : `client ID and client secret${linkToDocs(oauth2Opts?.docsURL)}`,
  }
  const asked = [credentials[info.authType] ?? '', ...entered].filter((one) => one !== '')
  steps.push(
    [
      signsInByBrowser(info)
        ? `Your customers sign in ${describeSignInPlace(oauth2Opts?.authURL)}.`
        : '',
      asked.length > 0 ? `The connect card asks your customers for ${asked.join(', ')}.` : '',
    ]
      .filter((one) => one !== '')
      .join(' '),
  )
  const guide = guides
    .flatMap(({ pages }) => pages)
    .find(({ path }) => path === `providers/${info.name}/`)
  const more = guide
    ? `<p>Step-by-step guide: <a href="/docs/${guide.path}">${guide.name}</a>.</p>`
    : ''
  return `${more}<ol>${steps
    .filter((one) => one !== '')
    .map((one) => `<li>${one}</li>`)
    .join('')}</ol>`
}

/** Describes token refresh, rejected credentials and rate limits. */
function rejecting({ authType, rateLimits = [] }: ProviderInfo, oauth2: Dialect) {
  const renewals: Record<NonNullable<Dialect>['refreshTokens'], string> = {
    static: 'Access tokens are refreshed before they expire. The refresh token stays valid.',
    rotating:
      'Access tokens are refreshed before they expire. Each refresh replaces the refresh token, so do not refresh a connection’s tokens in another program: both would lose access.',
    none: 'There is no refresh token. Access remains valid until it is revoked, or a new token is obtained with the same credentials.',
  }
  const points = [
    oauth2 ? renewals[oauth2.refreshTokens] : '',
    authType === 'none'
      ? ''
      : '<a href="/docs/refused-credentials/">Rejected credentials</a> are retried for one week. Reads are paused meanwhile, and your customer can sign in again with a reauthentication link.',
    rateLimits.length > 0
      ? 'The platform respects the limits above and shares them fairly. See <a href="/docs/provider-limits/">Provider rate limits</a>.'
      : 'The provider’s limits are not known in advance. The platform respects the limits reported in replies, and waits after a 429 for the requested time. See <a href="/docs/provider-limits/">Provider rate limits</a>.',
    'The log of each operation contains every call to the provider with its response.',
  ]
  return `<ul>${points
    .filter((one) => one !== '')
    .map((one) => `<li>${one}</li>`)
    .join('')}</ul>`
}

/** Describes where people sign in. A host that depends on their input is omitted. */
function describeSignInPlace(address = ''): string {
  const [, host] = /^https:\/\/([^/{}]+)(?:\/|$)/.exec(address) ?? []
  return host
    ? `at <code>${escapeMarkup(host)}</code> and allow it`
    : 'with the provider and allow it'
}

const signsInByBrowser = ({ authType, oauth2Opts }: ProviderInfo) =>
  authType === 'oauth2' && oauth2Opts?.grantType.startsWith('authorizationCode') === true

const linkToDocs = (address: string | undefined) => (address ? ` (${linkTo(address)})` : '')

const inputHtml = ({
  name,
  displayName = name,
  docsURL,
}: {
  name: string
  displayName?: string | undefined
  docsURL?: string | undefined
}) => `<em>${escapeMarkup(displayName)}</em>${linkToDocs(docsURL)}`

const listCodes = (names: readonly string[]) =>
  names.map((name) => `<code>${escapeMarkup(name)}</code>`).join(', ')

/** Returns the parts about the provider’s requirements of an app, its scopes and dated changes. */
function describeAppRules({ app, scopes, signInErrors = [], changes = [] }: ProviderInfo) {
  const { requirements = [], limits = [] } = app ?? {}
  const parts = [
    {
      id: 'requirements',
      title: 'Requirements of an app',
      html: renderTable(
        'Requirements of an app',
        ['Requirement', 'Source'],
        [
          ...requirements.map(({ what, source }) => [escapeMarkup(what), linkToSource(source)]),
          ...limits.map(({ what, value, source }) => [
            escapeMarkup(`${what}: ${value}`),
            linkToSource(source),
          ]),
        ],
      ),
    },
    {
      id: 'scopes',
      title: 'Scopes',
      html: scopes ? describeScopes(scopes) : '',
    },
    {
      id: 'sign-in-errors',
      title: 'Known sign-in errors',
      html: renderTable(
        'Known sign-in errors',
        ['Error', 'Cause', 'Remedy'],
        signInErrors.map(({ code, cause, remedy }) => [
          `<code>${escapeMarkup(code)}</code>`,
          escapeMarkup(cause),
          escapeMarkup(remedy),
        ]),
      ),
    },
    {
      id: 'changes',
      title: 'Dated changes',
      html: renderTable(
        'Dated changes',
        ['From', 'Change', 'Source'],
        changes.map(({ from, what, source }) => [from, escapeMarkup(what), linkToSource(source)]),
      ),
    },
  ]
  return parts.filter(({ html }) => html !== '')
}

function describeScopes({ grantedBy, signIn, subscribe, byObject = {}, source }: Scopes): string {
  const how = {
    request: 'The sign-in requests the scopes of the provider app.',
    app: 'Scopes are selected in the app at the provider. The sign-in requests none.',
    credential: 'The customer’s API key requires these permissions.',
  }[grantedBy]
  const rows = Object.entries(byObject).map(([object, { read = [], write = [] }]) => [
    object === '*' ? 'All other objects' : `<code>${escapeMarkup(object)}</code>`,
    listCodes(read),
    listCodes(write),
  ])
  return [
    `<p>${how}${signIn ? ` Every connection requires ${listCodes(signIn)}.` : ''}${subscribe ? ` Subscriptions require ${listCodes(subscribe)}.` : ''}</p>`,
    renderTable('Scopes', ['Object', 'Read', 'Write'], rows),
    source ? `<p>Source: ${linkToSource(source)}</p>` : '',
  ].join('')
}

const linkToSource = (source: string | undefined) => (source === undefined ? '' : linkTo(source))

const renderTable = (
  label: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
) =>
  rows.length === 0
    ? ''
    : `<div class="table" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
        .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table></div>`
