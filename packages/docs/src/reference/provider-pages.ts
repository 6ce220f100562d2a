import type { Catalogue } from '@platform/connectors'
import type { ProviderInfo, ProviderObject } from '@platform/contract'
import { escapeHtml } from '../html.ts'
import { guides } from '../site.ts'
import type { MadePage } from './pages.ts'

const pathOf = (name: string) => `catalogue/${name}/`
const listPath = 'catalogue/providers/'

const signIns: Record<ProviderInfo['authType'], string> = {
  oauth2: 'OAuth 2',
  apiKey: 'API key',
  basic: 'Name and password',
  jwt: 'JWT',
  custom: 'A scheme of its own',
  none: 'Nothing',
}

const proofs = {
  live: 'tried with the provider itself',
  recorded: 'tried with recorded replies',
  'stand-in': 'tried with a stand-in only',
  unverified: 'unverified: nobody has tried it',
}

const abilities: Record<keyof NonNullable<ProviderInfo['proof']>, string> = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  search: 'Search',
  subscribe: 'Subscribe',
  customFields: 'Custom fields',
  readByPath: 'Read any list by its path',
}

const proven = Object.keys(abilities) as (keyof typeof abilities)[]

/** The list of all providers, and a page for each. */
export function providerPages(catalogue: Catalogue): MadePage[] {
  const all = Object.values(catalogue)
    .map(({ info, connector }) => ({ info, objects: connector?.knownObjects?.() ?? {} }))
    .toSorted((one, other) => nameOf(one.info).localeCompare(nameOf(other.info), 'en'))
  return [listPage(all.map(({ info }) => info)), ...all.map(providerPage)]
}

const nameOf = ({ name, displayName = name }: ProviderInfo) => displayName
const categoryOf = ({ labels }: ProviderInfo) => labels?.['category'] ?? ''

function abilitiesOf({ proof = {} }: ProviderInfo): string {
  const names = proven.filter((one) => proof[one] && one !== 'readByPath')
  return names.map((one) => abilities[one]).join(', ') || 'Calls passed through'
}

function listPage(all: ProviderInfo[]): MadePage {
  const categories = [...new Set(all.map(categoryOf))].filter((one) => one !== '').toSorted()
  const options = categories.map((one) => `<option>${escapeHtml(one)}</option>`).join('')
  const rows = all.map(
    (info) =>
      `<tr data-category="${escapeHtml(categoryOf(info))}"><td><a href="/docs/${pathOf(info.name)}">${escapeHtml(nameOf(info))}</a></td><td>${escapeHtml(categoryOf(info))}</td><td>${signIns[info.authType]}</td><td>${abilitiesOf(info)}</td></tr>`,
  )
  return {
    path: listPath,
    title: 'Catalogue',
    html: `<h1>Catalogue</h1>
<p>The ${all.length} providers that an integration can be of. What is <a href="/docs/catalogue/">known of them, and how sure it is</a>, differs; <a href="/docs/own-providers/">one of your own</a> takes a file.</p>
<form class="narrow" data-narrows="providers" hidden><label>Search <input type="search" name="words" autocomplete="off"></label><label>Category <select name="category"><option value="">All</option>${options}</select></label><output aria-live="polite"></output></form>
<div class="table" tabindex="0" role="group" aria-label="Providers"><table id="providers"><thead><tr><th>Provider</th><th>Category</th><th>Signs in by</th><th>Can</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`,
    headings: [],
    isBrief: true,
  }
}

function providerPage({
  info,
  objects,
}: {
  info: ProviderInfo
  objects: Readonly<Record<string, ProviderObject>>
}): MadePage {
  const { proof = {} } = info
  const can = proven.flatMap((one) => {
    const sure = proof[one]
    return sure ? [`<tr><td>${abilities[one]}</td><td>${proofs[sure]}</td></tr>`] : []
  })
  const known = Object.entries(objects)
  return {
    path: pathOf(info.name),
    title: nameOf(info),
    html: `<p><a href="/docs/${listPath}">Catalogue</a></p>
<h1>${escapeHtml(nameOf(info))}</h1>
<dl class="facts">${factsOf(info)
      .map(([term, html]) => `<div><dt>${term}</dt><dd>${html}</dd></div>`)
      .join('')}</dl>
<h2 id="can">What it can do</h2>
${
  can.length === 0
    ? '<p>Calls are passed through: no connector reads or writes it yet, and your server calls its API by the <a href="/docs/proxy/">proxy</a>.</p>'
    : `<div class="table" tabindex="0" role="group" aria-label="What it can do"><table><thead><tr><th>Ability</th><th>How sure</th></tr></thead><tbody>${can.join('')}</tbody></table></div>`
}
<h2 id="objects">Objects</h2>
${
  known.length === 0
    ? '<p>An account tells them: what objects and fields there are is different from account to account.</p>'
    : `<div class="table" tabindex="0" role="group" aria-label="Objects"><table><thead><tr><th>Object</th><th>Read</th><th>Write</th><th>Tells of</th><th>Fields</th></tr></thead><tbody>
${known.map(([name, object]) => objectRow(name, object)).join('\n')}
</tbody></table></div>${known.some(([, { read }]) => read?.mayMiss) ? '\n<p>*: pages are numbered. A record that moves to an earlier page while they are read is missed, until it changes or everything is read again.</p>' : ''}`
}
<h2 id="app">Connect it</h2>
${connecting(info)}`,
    headings: [
      { level: 2, id: 'can', html: 'What it can do' },
      { level: 2, id: 'objects', html: 'Objects' },
      { level: 2, id: 'app', html: 'Connect it' },
    ],
    isBrief: true,
  }
}

function factsOf(info: ProviderInfo): [term: string, html: string][] {
  const { name, authType, baseURL, docsURL, paging, rateLimits = [], modules = {} } = info
  const limits = rateLimits.map(({ calls, perSeconds }) => `${calls} calls in ${perSeconds} s`)
  const facts: [string, string][] = [
    ['In <code>platform.yaml</code>', `<code>${escapeHtml(name)}</code>`],
    ['Category', escapeHtml(categoryOf(info))],
    ['Signs in by', signIns[authType]],
    ['Base URL', `<code>${escapeHtml(baseURL)}</code>`],
    ['Its own pages', docsURL ? linkTo(docsURL) : ''],
    ['Modules', Object.keys(modules).map(escapeHtml).join(', ')],
    ['Paging', paging ? paging.style + (paging.maxSize ? `, ${paging.maxSize} at most` : '') : ''],
    ['Limits', limits.join('; ')],
  ]
  return facts.filter(([, html]) => html !== '')
}

const linkTo = (address: string) =>
  /^https?:\/\//.test(address)
    ? `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`
    : escapeHtml(address)

const types = { create: 'create', update: 'update', delete: 'delete' }

function objectRow(name: string, { displayName, read, writes, events, fields }: ProviderObject) {
  const changes = read?.changes === 'time' ? 'changes by time' : 'changes by comparing'
  const list = (of: readonly (keyof typeof types)[]) => of.join(', ') || '—'
  const names = Object.keys(fields ?? {})
  const told =
    names.length === 0
      ? 'An account tells them'
      : `<details><summary>${names.length}</summary>${names.map(escapeHtml).join(', ')}</details>`
  return `<tr><td>${escapeHtml(displayName)}<br><code>${escapeHtml(name)}</code></td><td>${read ? changes + (read.mayMiss ? ' *' : '') : '—'}</td><td>${list(writes)}</td><td>${list(events)}</td><td>${told}</td></tr>`
}

/** What whoever offers the provider does once, and what its customers then enter. */
function connecting(info: ProviderInfo): string {
  const { oauth2Opts, apiKeyOpts, basicOpts, customOpts, metadata, rateLimits = [] } = info
  const ownApp = customOpts?.providerInputs ?? []
  const app = '<a href="/docs/provider-apps/">provider app</a>'
  const steps: string[] = []
  if (signsInByBrowser(info)) {
    steps.push(
      `Register an OAuth app with the provider${toldAt(oauth2Opts?.docsURL)}. Its redirect address is <code>https://&lt;your server&gt;/callbacks/v1/oauth</code>, character for character.`,
      oauth2Opts?.explicitScopesRequired
        ? 'Choose the scopes of what you read and write, and enter the same ones with the client: without them it grants nothing.'
        : 'Where the provider lets you choose scopes, choose those of what you read and write. It grants what the app is registered for.',
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
      signsInByBrowser(info) ? 'Your customers sign in with the provider and allow it.' : '',
      asked.length > 0 ? `The connect card asks your customers for ${asked.join(', ')}.` : '',
    ]
      .filter((one) => one !== '')
      .join(' '),
  )
  if (rateLimits.length > 0) {
    steps.push(
      'The limits above are kept to for you, and shared fairly: <a href="/docs/provider-limits/">Limits of providers</a>.',
    )
  }
  const guide = guides
    .flatMap(({ pages }) => pages)
    .find(({ path }) => path === `providers/${info.name}/`)
  const more = guide ? `<p>Step by step: <a href="/docs/${guide.path}">${guide.name}</a>.</p>` : ''
  return `${more}<ol>${steps
    .filter((one) => one !== '')
    .map((one) => `<li>${one}</li>`)
    .join('')}</ol>`
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
