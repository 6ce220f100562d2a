import type { Json, JsonObject } from '@platform/contract/openapi'
import { codeBlock, tabs } from '../code-block.ts'
import { toAnchor, escapeMarkup, richText } from '../html.ts'
import type { Heading } from '../markdown.ts'
import type { SiteSection } from '../site.ts'
import {
  lastSegment,
  listOperations,
  listDocumentedParameters,
  type Components,
  type Document,
  type DocumentedOperation,
} from './document.ts'
import type { Origin } from '../page-origins.ts'
import { codeSamples, mayTakeKey } from './samples.ts'
import { renderMeaning, schemaPrinter } from './schema.ts'

export interface MadePage {
  path: string
  title: string
  html: string
  headings: Heading[]
  hasSamples?: boolean
  /** Whether its Markdown is served too. */
  hasMarkdown?: boolean
  /** Whether the search finds it only as a whole, because there are many similar pages. */
  isBrief?: boolean
  origin?: Origin
}

const pathOfTag = (tag: string) => `api/${toAnchor(tag)}/`
const schemasPath = 'api/schemas/'

export const apiSection = ({ tags }: Document): SiteSection => ({
  title: 'API',
  pages: [
    { path: 'api/', name: 'Conventions' },
    ...tags.map(({ name }) => ({ path: pathOfTag(name), name })),
    { path: schemasPath, name: 'Schemas' },
  ],
})

/** Returns a page per tag, preceded by the conventions, and one with all schemas. */
export function apiPages(document: Document): MadePage[] {
  const byTag = Map.groupBy(listOperations(document), ({ tags: [tag = ''] }) => tag)
  return [
    conventionsPage(document, byTag),
    ...document.tags.map(({ name, description = '' }) => {
      const operations = byTag.get(name) ?? []
      return {
        path: pathOfTag(name),
        title: name,
        html: `<h1>${escapeMarkup(name)}</h1><p>${richText(description)}</p>
${operations.map((operation) => renderOperation(operation, document.components)).join('\n')}`,
        headings: operations.map(({ operationId, summary }) => ({
          level: 2,
          id: operationId,
          html: escapeMarkup(summary),
        })),
        hasSamples: true,
      }
    }),
    schemasPage(document.components),
  ]
}

function conventionsPage(
  { info, tags }: Document,
  byTag: Map<string, DocumentedOperation[]>,
): MadePage {
  const rows = tags.flatMap(({ name }) =>
    (byTag.get(name) ?? []).map(
      ({ method, path, operationId, summary }) =>
        `<tr><td><span class="method">${method}</span></td><td><a href="/docs/${pathOfTag(name)}#${operationId}">${escapeMarkup(summary)}</a></td><td><code>${escapeMarkup(path)}</code></td></tr>`,
    ),
  )
  return {
    path: 'api/',
    title: info.title,
    html: `<h1>${escapeMarkup(info.title)} <span class="quiet">${escapeMarkup(info.version)}</span></h1>
<p>${richText(info.description)}</p>
<p>The OpenAPI 3.1 document is <a href="/openapi.json"><code>openapi.json</code></a>.
<a href="/problems">Problems</a> lists all errors with causes and remedies.</p>
<h2 id="operations">Operations</h2>
<div class="table" tabindex="0" role="group" aria-label="Operations"><table><tbody>${rows.join('')}</tbody></table></div>`,
    headings: [],
  }
}

const { fieldsOf, typeOf, entry } = schemaPrinter((id) => `/docs/${schemasPath}#${id}`)

function renderOperation(operation: DocumentedOperation, components: Components): string {
  const { method, path, operationId, summary, description } = operation
  const samples = codeSamples(operation, components)
  return `<section class="operation" aria-labelledby="${operationId}">
<div class="description"><h2 id="${operationId}">${escapeMarkup(summary)} <a class="anchor" href="#${operationId}" aria-label="Link to this operation">#</a></h2>
<p class="call"><span class="method">${method}</span> <code>${escapeMarkup(path)}</code></p>
<p>${richText(description)}</p>
${needsPerson(operation) ? `<p>${richText(ofPerson)}</p>` : ''}${parameterList(operation, components)}${renderBody(operation)}${renderReplies(operation, components)}</div>
<div class="shown">${tabs(
    samples.map(({ name, language, code }) => ({ name, html: codeBlock(code, language) })),
    operationId,
  )}${replyExample(operation)}</div>
</section>`
}

const needsPerson = (operation: DocumentedOperation) =>
  (operation.security ?? []).length > 0 && !mayTakeKey(operation)

const ofPerson =
  'Requires the token of a signed-in builder, valid for 15 minutes; API keys are not accepted. While signed in to ' +
  'the dashboard, get a token from `/auth/token`.'

function parameterList(operation: DocumentedOperation, components: Components): string {
  const parameters = listDocumentedParameters(operation, components)
  if (parameters.length === 0) return ''
  const shown = parameters.map(({ name, in: where, required, schema, description = '' }) =>
    entry(name, [where, typeOf(schema), !required && 'optional'], description),
  )
  return `<h3>Parameters</h3><dl>${shown.join('')}</dl>`
}

function renderBody({ requestBody }: DocumentedOperation): string {
  const [body] = Object.values(requestBody?.content ?? {})
  if (!body) return ''
  const type = body.schema['$ref'] === undefined ? '' : `<p>${typeOf(body.schema)}</p>`
  return `<h3>Body</h3>${type}${fieldsOf(body.schema)}`
}

function renderReplies(
  { responses }: DocumentedOperation,
  { responses: shared }: Components,
): string {
  const rows = Object.entries(responses).map(([status, reply]) => {
    const { schema } = Object.values(reply.content ?? {})[0] ?? {}
    const described = reply.$ref ? shared[lastSegment(reply.$ref)]?.description : reply.description
    // The type says more.
    const meaning = schema && described === 'Done.' ? '' : described
    const problems = [...(meaning ?? '').matchAll(/`([a-z]+(?:-[a-z]+)*)`: ((?:(?! `).)+)/g)]
    const text =
      problems.length > 0
        ? problems.map(([, kind = '', title = '']) => linkToProblem(kind, title)).join('')
        : richText(meaning ?? '')
    return `<dt>${status}</dt><dd>${text}${schema ? ` ${typeOf(schema)}` : ''}</dd>`
  })
  return `<h3>Replies</h3><dl class="replies">${rows.join('')}</dl>`
}

const linkToProblem = (kind: string, title: string) =>
  `<p><a href="/problems/${kind}"><code>${kind}</code></a> ${escapeMarkup(title)}</p>`

function replyExample({ responses }: DocumentedOperation): string {
  for (const [status, { content }] of Object.entries(responses)) {
    const example = Object.values(content ?? {})[0]?.example
    if (status.startsWith('2') && example !== undefined) {
      return `<p class="reply">Reply ${status}</p>${codeBlock(json(example), 'json')}`
    }
  }
  return ''
}

const json = (value: Json) => JSON.stringify(value, null, 2)

function schemasPage({ schemas }: Components): MadePage {
  const all = Object.entries(schemas)
  return {
    path: schemasPath,
    title: 'Schemas',
    html: `<h1>Schemas</h1><p>Schemas of requests and replies.</p>${all.map(renderSchema).join('\n')}`,
    headings: all.map(([id]) => ({ level: 2, id, html: escapeMarkup(id) })),
  }
}

const renderSchema = ([id, schema]: [string, JsonObject]) =>
  `<h2 id="${id}">${id} <a class="anchor" href="#${id}" aria-label="Link to this schema">#</a></h2>
<p>${richText(renderMeaning(schema))} <span class="quiet">${typeOf(schema)}</span></p>${fieldsOf(schema)}`
