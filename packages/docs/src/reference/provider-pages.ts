import type { Catalogue } from '@platform/connectors'
import type { ProviderInfo, ProviderObject } from '@platform/contract'
import { escapeHtml } from '../html.ts'
import type { MadePage } from './pages.ts'
import { guideParts, linkTo, modulesThatPassCalls } from './provider-guide.ts'

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
    .map(({ info, connector, oauth2 }) => ({
      info,
      objects: connector?.knownObjects?.() ?? {},
      oauth2,
    }))
    .toSorted((one, other) => nameOf(one.info).localeCompare(nameOf(other.info), 'en'))
  return [listPage(all.map(({ info }) => info)), ...all.map(providerPage)]
}

const nameOf = ({ name, displayName = name }: ProviderInfo) => displayName
const categoryOf = ({ labels }: ProviderInfo) => labels?.['category'] ?? ''

function abilitiesOf(info: ProviderInfo): string {
  const { proof = {} } = info
  const names = proven.filter((one) => proof[one] && one !== 'readByPath')
  return (
    names.map((one) => abilities[one]).join(', ') ||
    (modulesThatPassCalls(info).length > 0 ? 'Calls passed through' : 'Connecting only')
  )
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
  oauth2,
}: {
  info: ProviderInfo
  objects: Readonly<Record<string, ProviderObject>>
  oauth2: Catalogue[string]['oauth2']
}): MadePage {
  const { proof = {} } = info
  const guide = guideParts(info, objects, oauth2)
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
    ? modulesThatPassCalls(info).length > 0
      ? '<p>Calls are passed through: no connector reads or writes it yet, and your server calls its API by the <a href="/docs/proxy/">proxy</a>.</p>'
      : '<p>It can be connected, and no more: no integration can be of it until <a href="/docs/own-providers/">a file of your own</a> says how it is read or that calls are passed through.</p>'
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
${guide.map(({ id, title, html }) => `<h2 id="${id}">${title}</h2>\n${html}`).join('\n')}`,
    headings: [
      { level: 2, id: 'can', html: 'What it can do' },
      { level: 2, id: 'objects', html: 'Objects' },
      ...guide.map(({ id, title }) => ({ level: 2, id, html: title })),
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
