import { listVerifiedObjects, type Catalogue } from '@platform/connectors'
import type { Proof, ProviderInfo, ProviderObject } from '@platform/contract'
import { escapeMarkup } from '../html.ts'
import type { MadePage } from './pages.ts'
import { logoHtml } from './provider-logos.ts'
import { guideParts, linkTo, modulesThatPassCalls } from './provider-guide.ts'

const toProviderPath = (name: string) => `catalogue/${name}/`
const listPath = 'catalogue/providers/'

const signIns: Record<ProviderInfo['authType'], string> = {
  oauth2: 'OAuth 2',
  apiKey: 'API key',
  basic: 'User name and password',
  jwt: 'JWT',
  custom: 'Provider-specific',
  none: 'None',
}

const evidenceWords: Record<Proof | 'unverified', string> = {
  'stand-in': 'Not verified',
  spec: 'Agrees with the provider’s API specification',
  samples: 'Tested with sample replies',
  live: 'Tested with the provider',
  unverified: 'Not verified',
}

const abilities: Record<keyof NonNullable<ProviderInfo['proof']>, string> = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  search: 'Search',
  subscribe: 'Subscribe',
  customFields: 'Custom fields',
  readByPath: 'Read any list by path',
}

const proven = Object.keys(abilities) as (keyof typeof abilities)[]

/** Returns the list of all providers, and a page for each. */
export function providerPages(catalogue: Catalogue): MadePage[] {
  const all = Object.values(catalogue)
    .map((entry) => ({
      info: entry.info,
      objects: listVerifiedObjects(entry),
      oauth2: entry.oauth2,
    }))
    .toSorted((one, other) =>
      getProviderTitle(one.info).localeCompare(getProviderTitle(other.info), 'en'),
    )
  return [listPage(all.map(({ info }) => info)), ...all.map(providerPage)]
}

const getProviderTitle = ({ name, displayName = name }: ProviderInfo) => displayName
const getProviderCategory = ({ labels }: ProviderInfo) => labels?.['category'] ?? ''

function describeAbilities(info: ProviderInfo): string {
  const { proof = {} } = info
  const names = proven.filter((one) => proof[one] && one !== 'readByPath')
  return (
    names.map((one) => abilities[one]).join(', ') ||
    (modulesThatPassCalls(info).length > 0 ? 'API passthrough' : 'Connect only')
  )
}

function listPage(all: ProviderInfo[]): MadePage {
  const categories = [...new Set(all.map(getProviderCategory))]
    .filter((one) => one !== '')
    .toSorted()
  const options = categories.map((one) => `<option>${escapeMarkup(one)}</option>`).join('')
  const rows = all.map(
    (info) =>
      `<tr data-category="${escapeMarkup(getProviderCategory(info))}"><td><div>${logoHtml(info)}<a href="/docs/${toProviderPath(info.name)}">${escapeMarkup(getProviderTitle(info))}</a></div></td><td>${escapeMarkup(getProviderCategory(info))}</td><td>${signIns[info.authType]}</td><td>${describeAbilities(info)}</td><td>${info.proof?.read ? evidenceWords[info.proof.read] : '—'}</td></tr>`,
  )
  return {
    path: listPath,
    title: 'Catalogue of supported providers',
    html: `<h1>Catalogue of supported providers</h1>
<p>${all.length} providers. Their features have different <a href="/docs/catalogue/">levels of verification</a>, with <a href="/docs/catalogue/proofs/">proofs</a>. You can <a href="/docs/own-providers/">add your own provider</a> with a file.</p>
<form class="narrow" data-narrows="providers" hidden><label>Search <input type="search" name="words" autocomplete="off"></label><label>Category <select name="category"><option value="">All</option>${options}</select></label><output aria-live="polite"></output></form>
<div class="table" tabindex="0" role="group" aria-label="Providers"><table id="providers"><thead><tr><th>Provider</th><th>Category</th><th>Authentication</th><th>Features</th><th>Verification</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`,
    headings: [],
    isBrief: true,
    hasMarkdown: true,
  }
}

/** Says in words with what the sign-in agrees. */
const describeSignInEvidence = ({ signInEvidence: found }: ProviderInfo): string =>
  found
    ? `Agrees with the provider’s <a href="${escapeMarkup(found.page)}">document</a> of ${found.date}`
    : 'Not compared with a document of the provider'

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
    return sure ? [`<tr><td>${abilities[one]}</td><td>${evidenceWords[sure]}</td></tr>`] : []
  })
  if (info.oauth2Opts && can.length > 0) {
    can.unshift(`<tr><td>Sign-in</td><td>${describeSignInEvidence(info)}</td></tr>`)
  }
  const known = Object.entries(objects)
  return {
    path: toProviderPath(info.name),
    title: getProviderTitle(info),
    html: `<p><a href="/docs/${listPath}">Catalogue</a></p>
<h1>${logoHtml(info)}${escapeMarkup(getProviderTitle(info))}</h1>
<dl class="facts">${listFacts(info)
      .map(([term, html]) => `<div><dt>${term}</dt><dd>${html}</dd></div>`)
      .join('')}</dl>
<h2 id="can">Features</h2>
${
  can.length === 0
    ? modulesThatPassCalls(info).length > 0
      ? '<p>API passthrough only: your server can call the provider’s API through the <a href="/docs/proxy/">proxy</a>. No connector reads or writes its data yet.</p>'
      : '<p>Connect only. To declare an integration, <a href="/docs/own-providers/">add a file</a> that defines how to read the provider’s data or allows proxy calls.</p>'
    : `<div class="table" tabindex="0" role="group" aria-label="Features"><table><thead><tr><th>Feature</th><th>Verification</th></tr></thead><tbody>${can.join('')}</tbody></table></div>`
}
<h2 id="objects">Objects</h2>
${
  known.length === 0
    ? '<p>Objects and fields depend on the account. They are listed once an account is connected.</p>'
    : `<div class="table" tabindex="0" role="group" aria-label="Objects"><table><thead><tr><th>Object</th><th>Verification</th><th>Read</th><th>Write</th><th>Search, upsert key</th><th>Events</th><th>Fields</th></tr></thead><tbody>
${known.map(([name, object]) => objectRow(name, object)).join('\n')}
</tbody></table></div>${known.some(([, { read }]) => read?.mayMiss) ? '\n<p>* May miss records that move between pages during a read. They are read when they change, or in the next full read.</p>' : ''}`
}
${guide.map(({ id, title, html }) => `<h2 id="${id}">${title}</h2>\n${html}`).join('\n')}`,
    headings: [
      { level: 2, id: 'can', html: 'Features' },
      { level: 2, id: 'objects', html: 'Objects' },
      ...guide.map(({ id, title }) => ({ level: 2, id, html: title })),
    ],
    isBrief: true,
    hasMarkdown: true,
  }
}

function listFacts(info: ProviderInfo): [term: string, html: string][] {
  const { name, authType, baseURL, docsURL, paging, rateLimits = [], modules = {} } = info
  const limits = rateLimits.map(({ calls, perSeconds }) => `${calls} calls per ${perSeconds} s`)
  const facts: [string, string][] = [
    ['In <code>platform.yaml</code>', `<code>${escapeMarkup(name)}</code>`],
    ['Category', escapeMarkup(getProviderCategory(info))],
    ['Authentication', signIns[authType]],
    ['Base URL', `<code>${escapeMarkup(baseURL)}</code>`],
    ['Documentation', docsURL ? linkTo(docsURL) : ''],
    ['Modules', Object.keys(modules).map(escapeMarkup).join(', ')],
    [
      'Paging',
      paging ? paging.style + (paging.maxSize ? `, up to ${paging.maxSize} per page` : '') : '',
    ],
    ['Limits', limits.join('; ')],
  ]
  return facts.filter(([, html]) => html !== '')
}

const types = { create: 'create', update: 'update', delete: 'delete' }

/** Formats the level of verification per action of an object, grouped by level. */
function formatEvidence(evidence: NonNullable<ProviderObject['evidence']>): string {
  const byLevel = Map.groupBy(Object.entries(evidence), ([, { level }]) => level)
  return [...byLevel]
    .map(([level, actions]) => {
      const names = actions.map(([action]) => action).join(', ')
      const [, { source = '', date = '' }] = actions[0]!
      const title = source === '' ? '' : ` title="${escapeMarkup(`${source}, ${date}`)}"`
      return `<span${title}>${evidenceWords[level]}</span>: ${names}`
    })
    .join('<br>')
}

function objectRow(
  name: string,
  { displayName, read, writes, searchFields, events, fields, evidence }: ProviderObject,
) {
  const changes = read?.changes === 'time' ? 'by modification time' : 'by snapshot'
  const list = (of: readonly (keyof typeof types)[]) => of.join(', ') || '—'
  const names = Object.keys(fields ?? {})
  const fieldList =
    names.length === 0
      ? 'From the account'
      : `<details><summary>${names.length}</summary>${names.map(escapeMarkup).join(', ')}</details>`
  return `<tr><td>${escapeMarkup(displayName)}<br><code>${escapeMarkup(name)}</code></td><td>${evidence ? formatEvidence(evidence) : '—'}</td><td>${read ? changes + (read.mayMiss ? ' *' : '') : '—'}</td><td>${list(writes)}</td><td>${searchFields.map(escapeMarkup).join(', ') || '—'}</td><td>${list(events)}</td><td>${fieldList}</td></tr>`
}
