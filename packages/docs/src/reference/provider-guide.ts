import type { Catalogue } from '@platform/connectors'
import type { ProviderInfo, ProviderObject } from '@platform/contract'
import { codeBlock } from '../code-block.ts'
import { escapeHtml } from '../html.ts'
import { guides } from '../site.ts'

type Dialect = Catalogue[string]['oauth2']

/** The scopes without which these grant no refresh token, whatever else is asked for. */
export const lastingScopes: Readonly<Record<string, string>> = {
  atlassian: 'offline_access',
  close: 'offline_access',
  docusign: 'extended',
  docusignDeveloper: 'extended',
  dynamicsBusinessCentral: 'offline_access',
  dynamicsCRM: 'offline_access',
  gorgias: 'offline',
  lever: 'offline_access',
  leverSandbox: 'offline_access',
  microsoft: 'offline_access',
  okta: 'offline_access',
  typeform: 'offline',
  xero: 'offline_access',
}

/** An object that every account of these has: which others it has, only the account tells. */
const usual: Readonly<Record<string, string>> = { hubspot: 'contacts', salesforce: 'Contact' }

/** What whoever offers the provider does, from its app to the day on which it refuses. */
export function guideParts(
  info: ProviderInfo,
  objects: Readonly<Record<string, ProviderObject>>,
  oauth2: Dialect,
): { id: string; title: string; html: string }[] {
  const manifest = exampleManifest(info, objects)
  return [
    { id: 'app', title: 'Connect it', html: connecting(info, oauth2) },
    ...(manifest
      ? [
          {
            id: 'declare',
            title: 'Declare it',
            html: `<p>In <a href="/docs/manifest/"><code>platform.yaml</code></a>, to begin with:</p>\n${codeBlock(manifest, 'yaml')}`,
          },
        ]
      : []),
    { id: 'refused', title: 'When it refuses', html: refusing(info, oauth2) },
  ]
}

/** A manifest that can be deployed as it is, with what the provider can do; undefined where that is nothing. */
export function exampleManifest(
  info: ProviderInfo,
  objects: Readonly<Record<string, ProviderObject>>,
): string | undefined {
  const { name, displayName = name, defaultModule } = info
  const passing = modulesThatPassCalls(info)
  const known = Object.entries(objects)
  const readable = known.filter(([, { read }]) => read)
  const [read] = readable.find(([, one]) => one.read?.changes === 'time') ?? readable[0] ?? []
  const [written] = known.find(([, { writes }]) => writes.length > 0) ?? []
  const told = known.find(([, { read: its, events }]) => its && events.length > 0)
  const reads = [...new Set([read ?? usual[name], told?.[0]])].filter((one) => one !== undefined)
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
    told
      ? `    subscribe:\n      objects:\n${object(told[0])}          destination: webhook\n          inheritFieldsAndMapping: true\n${told[1].events
          .map(
            (event) =>
              `          ${event}Event: { enabled: always${event === 'update' ? ', watchFieldsAuto: selected' : ''} }\n`,
          )
          .join('')}`
      : '',
    passing.includes(module) ? '    proxy:\n      enabled: true\n' : '',
  ].join('')
}

/** Those of its modules through which calls are passed, the one first that is meant where none is named. */
export function modulesThatPassCalls({ support, modules = {}, defaultModule }: ProviderInfo) {
  const names = new Set([defaultModule, ...Object.keys(modules)])
  return [...names].filter((one) => (modules[one]?.support ?? support).proxy)
}

export const linkTo = (address: string): string =>
  /^https?:\/\//.test(address)
    ? `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`
    : escapeHtml(address)

/** What whoever offers the provider does once, and what its customers then enter. */
function connecting(info: ProviderInfo, oauth2: Dialect): string {
  const { oauth2Opts, apiKeyOpts, basicOpts, customOpts, metadata } = info
  const ownApp = customOpts?.providerInputs ?? []
  const app = '<a href="/docs/provider-apps/">provider app</a>'
  const steps: string[] = []
  if (signsInByBrowser(info)) {
    steps.push(
      `Register an OAuth app with the provider${toldAt(oauth2Opts?.docsURL)}. Its redirect address is <code>https://&lt;your server&gt;/callbacks/v1/oauth</code>, character for character.`,
      oauth2Opts?.explicitScopesRequired
        ? 'Choose the scopes of what you read and write, and enter the same ones with the client: without them it grants nothing.'
        : 'Where the provider lets you choose scopes, choose those of what you read and write. It grants what the app is registered for.',
      info.name in lastingScopes
        ? `Ask for the scope <code>${lastingScopes[info.name]}</code> as well: without it a connection ends with its first token.`
        : '',
      oauth2?.pkce === 'unsupported'
        ? ''
        : 'Where the app may demand a proof key (PKCE), let it: the platform sends one.',
      `Enter client ID and client secret as a ${app}.`,
    )
  } else if (ownApp.length > 0) {
    steps.push(
      `Register an app with the provider, and enter as a ${app}: ${ownApp.map((one) => inputHtml(one)).join(', ')}.`,
    )
  } else {
    steps.push('There is nothing to register.')
  }
  const entered = [...(metadata?.input ?? []), ...(customOpts?.inputs ?? [])].map((one) =>
    inputHtml(one),
  )
  const credentials: Partial<Record<ProviderInfo['authType'], string>> = {
    apiKey: `an API key${toldAt(apiKeyOpts?.docsURL)}`,
    basic: `${basicOpts?.apiKeyAsBasic ? 'an API key' : 'name and password'}${toldAt(basicOpts?.docsURL)}`,
    oauth2: signsInByBrowser(info)
      ? ''
      : `client ID and client secret${toldAt(oauth2Opts?.docsURL)}`,
  }
  const asked = [credentials[info.authType] ?? '', ...entered].filter((one) => one !== '')
  steps.push(
    [
      signsInByBrowser(info) ? `Your customers sign in ${whereOf(oauth2Opts?.authURL)}.` : '',
      asked.length > 0 ? `The connect card asks your customers for ${asked.join(', ')}.` : '',
    ]
      .filter((one) => one !== '')
      .join(' '),
  )
  const guide = guides
    .flatMap(({ pages }) => pages)
    .find(({ path }) => path === `providers/${info.name}/`)
  const more = guide ? `<p>Step by step: <a href="/docs/${guide.path}">${guide.name}</a>.</p>` : ''
  return `${more}<ol>${steps
    .filter((one) => one !== '')
    .map((one) => `<li>${one}</li>`)
    .join('')}</ol>`
}

/** What ends a connection or holds it up, and what is done about it. */
function refusing({ authType, rateLimits = [] }: ProviderInfo, oauth2: Dialect) {
  const renewals: Record<NonNullable<Dialect>['refreshTokens'], string> = {
    static: 'Access tokens are renewed before they end, by a refresh token that stays.',
    rotating:
      'Access tokens are renewed before they end, and each renewal replaces the refresh token: let no other program renew the tokens of a connection, or both lose it.',
    none: 'There is no refresh token: what was granted is good until it is taken back, or a new token is got by the same credentials.',
  }
  const points = [
    oauth2 ? renewals[oauth2.refreshTokens] : '',
    authType === 'none'
      ? ''
      : '<a href="/docs/refused-credentials/">Credentials that it refuses</a> are tried again for a week; meanwhile reads pause, and your customer can <em>sign in again</em> by a link.',
    rateLimits.length > 0
      ? 'The limits above are kept to for you, and shared fairly: <a href="/docs/provider-limits/">Limits of providers</a>.'
      : 'None of its limits is known beforehand. What its replies tell is kept to, and after a 429 it is left alone as long as it asks for: <a href="/docs/provider-limits/">Limits of providers</a>.',
    'What it answered stands in the log of each operation, call by call.',
  ]
  return `<ul>${points
    .filter((one) => one !== '')
    .map((one) => `<li>${one}</li>`)
    .join('')}</ul>`
}

/** Where people sign in; a host that depends on what they enter is not told. */
function whereOf(address = ''): string {
  const [, host] = /^https:\/\/([^/{}]+)(?:\/|$)/.exec(address) ?? []
  return host
    ? `at <code>${escapeHtml(host)}</code> and allow it`
    : 'with the provider and allow it'
}

const signsInByBrowser = ({ authType, oauth2Opts }: ProviderInfo) =>
  authType === 'oauth2' && oauth2Opts?.grantType.startsWith('authorizationCode') === true

const toldAt = (address: string | undefined) => (address ? ` (${linkTo(address)})` : '')

const inputHtml = ({
  name,
  displayName = name,
  docsURL,
}: {
  name: string
  displayName?: string | undefined
  docsURL?: string | undefined
}) => `<em>${escapeHtml(displayName)}</em>${toldAt(docsURL)}`
