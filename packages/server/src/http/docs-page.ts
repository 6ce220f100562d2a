import type { Json, JsonObject } from '@platform/contract/openapi'
import { escapeHtml, htmlPage, richText } from './html-page.ts'

interface Operation {
  method: string
  path: string
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: {
    $ref?: string
    name?: string
    in?: string
    required?: boolean
    schema?: JsonObject
  }[]
  requestBody?: { content: Record<string, { schema: JsonObject; example?: Json }> }
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { example?: Json }> }
  >
}

/** The OpenAPI document for people: one page, no script, nothing from elsewhere. */
export function docsPage(document: JsonObject): string {
  const operations = operationsOf(document)
  const byTag = Map.groupBy(operations, ({ tags }) => tags[0]!)
  const components = document['components'] as {
    responses: Record<string, { description: string }>
  }
  const info = document['info'] as { title: string; version: string; description: string }
  return htmlPage(
    info.title,
    `<h1>${escapeHtml(info.title)} <span class="quiet">${escapeHtml(info.version)}</span></h1>
<p>${richText(info.description)}</p>
<p>Send <code>X-Api-Key: &lt;key&gt;</code> or <code>Authorization: Bearer &lt;token&gt;</code>. Lists page by
<code>pageSize</code> and <code>pageToken</code>; the <code>Link</code> header names the next page. A POST with an
<code>Idempotency-Key</code> can be sent again safely; a PATCH or DELETE with <code>If-Match</code> changes only what
you have seen.</p>
<p><a href="/openapi.json">openapi.json</a> · <a href="/problems">Problems</a></p>
<nav><ul>${[...byTag.keys()].map((tag) => `<li><a href="#${anchor(tag)}">${escapeHtml(tag)}</a></li>`).join('')}</ul></nav>
${[...byTag]
  .map(
    ([tag, inTag]) =>
      `<h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>\n${inTag
        .map((operation) => section(operation, components.responses))
        .join('\n')}`,
  )
  .join('\n')}`,
  )
}

const operationsOf = (document: JsonObject): Operation[] =>
  Object.entries(document['paths'] as Record<string, JsonObject>).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        ({
          ...(operation as JsonObject),
          method: method.toUpperCase(),
          path,
        }) as unknown as Operation,
    ),
  )

const section = (operation: Operation, shared: Record<string, { description: string }>) => `
<details id="${operation.operationId}">
<summary><span class="method">${operation.method}</span><code>${escapeHtml(operation.path)}</code>
<span class="quiet">${escapeHtml(operation.summary)}</span></summary>
<div><p>${richText(operation.description)}</p>
${parametersTable(operation)}${bodyOf(operation)}${repliesOf(operation, shared)}</div>
</details>`

function parametersTable({ parameters = [] }: Operation): string {
  const named = parameters.filter(({ name }) => name !== undefined)
  if (named.length === 0) return ''
  const rows = named.map(
    ({ name, in: where, required, schema }) =>
      `<tr><td><code>${escapeHtml(name!)}</code>${required ? '' : ' <span class="quiet">optional</span>'}</td><td>${where}</td><td>${escapeHtml(typeOf(schema))}</td></tr>`,
  )
  return `<h3>Parameters</h3><table>${rows.join('')}</table>`
}

function typeOf(schema: JsonObject = {}): string {
  const { type, enum: choices, default: byDefault, minimum, maximum } = schema
  const name = Array.isArray(choices) ? choices.join(' | ') : String(type ?? 'any')
  const range = minimum === undefined ? '' : `, ${String(minimum)}–${String(maximum ?? '')}`
  return `${name}${range}${byDefault === undefined ? '' : `, default ${JSON.stringify(byDefault)}`}`
}

const bodyOf = ({ requestBody }: Operation) =>
  requestBody ? `<h3>Body</h3>${example(Object.values(requestBody.content)[0]?.example)}` : ''

function repliesOf(
  { responses }: Operation,
  shared: Record<string, { description: string }>,
): string {
  const rows = Object.entries(responses).map(([status, reply]) => {
    const name = reply.$ref?.split('/').at(-1)
    const text = richText((name ? shared[name]?.description : reply.description) ?? '')
    const linked = text.replaceAll(
      /<code>([a-z]+(?:-[a-z]+)*)<\/code>:/g,
      '<a href="/problems/$1"><code>$1</code></a>:',
    )
    const shown = status.startsWith('2')
      ? Object.values(reply.content ?? {})[0]?.example
      : undefined
    return `<tr><td>${status}</td><td>${linked}${example(shown)}</td></tr>`
  })
  return `<h3>Replies</h3><table>${rows.join('')}</table>`
}

const example = (json: Json | undefined) =>
  json === undefined ? '' : `<pre><code>${escapeHtml(JSON.stringify(json, null, 2))}</code></pre>`

const anchor = (tag: string) => tag.toLowerCase().replaceAll(/\W+/g, '-')
