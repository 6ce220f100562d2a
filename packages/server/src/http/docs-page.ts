import type { Json, JsonObject } from '@platform/contract/openapi'
import { escapeHtml, htmlPage, richText } from './html-page.ts'

interface Operation {
  method: string
  path: string
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonObject
}

type Content = Record<string, { schema: JsonObject; example?: Json }>

interface Components {
  schemas: Record<string, JsonObject>
  parameters: Record<string, Parameter>
  responses: Record<string, { description: string }>
}

interface Tag {
  name: string
  description?: string
}

/** The OpenAPI document for people: one page, no script, nothing from elsewhere. */
export function docsPage(document: JsonObject): string {
  const byTag = Map.groupBy(operationsOf(document), ({ tags }) => tags[0]!)
  const components = document['components'] as unknown as Components
  const tags = document['tags'] as unknown as Tag[]
  const info = document['info'] as { title: string; version: string; description: string }
  return htmlPage(
    info.title,
    `<h1>${escapeHtml(info.title)} <span class="quiet">${escapeHtml(info.version)}</span></h1>
<p>${richText(info.description)}</p>
<p><a href="/openapi.json">openapi.json</a> · <a href="/problems">Problems</a></p>
<nav><ul>${[...tags.map(({ name }) => name), 'Schemas'].map(toContents).join('')}</ul></nav>
${tags.map((tag) => tagSection(tag, byTag.get(tag.name)!, components)).join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(schemaSection).join('\n')}`,
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

const toContents = (name: string) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`

const anchor = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')

const tagSection = ({ name, description = '' }: Tag, operations: Operation[], all: Components) =>
  `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>
<p>${richText(description)}</p>
${operations.map((operation) => section(operation, all)).join('\n')}`

// The anchor is inside, because a browser opens what it has to show.
const section = (operation: Operation, all: Components) => `
<details>
<summary><span class="method">${operation.method}</span><code>${escapeHtml(operation.path)}</code>
<span class="quiet">${escapeHtml(operation.summary)}</span></summary>
<div id="${operation.operationId}"><p>${richText(operation.description)}</p>
${parametersOf(operation, all)}${bodyOf(operation)}${repliesOf(operation, all)}</div>
</details>`

const schemaSection = ([id, schema]: [string, JsonObject]) => `
<details>
<summary><code>${id}</code><span class="quiet">${escapeHtml(meaningOf(schema))}</span></summary>
<div id="${schemaAnchor(id)}"><p>${typeOf(schema)}</p>${fieldsOf(schema)}</div>
</details>`

const schemaAnchor = (id: string) => `schema-${id}`

const meaningOf = ({ description }: JsonObject) =>
  typeof description === 'string' ? description : ''

function parametersOf({ parameters = [] }: Operation, all: Components): string {
  if (parameters.length === 0) return ''
  const shown = parameters
    .map((parameter) =>
      parameter.$ref ? all.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
    )
    .map(({ name, in: where, required, schema, description = '' }) =>
      entry(name, [where, typeOf(schema), !required && 'optional'], description),
    )
  return `<h3>Parameters</h3><dl>${shown.join('')}</dl>`
}

const entry = (name: string, facts: (string | false)[], meaning: string, inside = '') =>
  `<dt><code>${escapeHtml(name)}</code> <span class="quiet">${facts.filter(Boolean).join(', ')}</span></dt>
<dd>${richText(meaning)}${inside}</dd>`

/** The fields of an object, or of the objects in a list, map or choice. */
function fieldsOf(schema: JsonObject): string {
  const { properties, required = [], items, additionalProperties } = schema
  const inside = [items, additionalProperties, ...alternativesOf(schema)].filter(isSchema)
  if (!isSchema(properties)) return inside.map(fieldsOf).join('')
  const fields = Object.entries(properties as Record<string, JsonObject>).map(([name, field]) => {
    const isOptional = !(required as string[]).includes(name)
    return entry(name, [typeOf(field), isOptional && 'optional'], meaningOf(field), fieldsOf(field))
  })
  return `<dl>${fields.join('')}</dl>`
}

const isSchema = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const alternativesOf = ({ anyOf, oneOf }: JsonObject) => (anyOf ?? oneOf ?? []) as JsonObject[]

/** As HTML: it links to schemas. */
function typeOf(schema: JsonObject): string {
  const { $ref, type, enum: choices, const: only, items, default: byDefault } = schema
  if (typeof $ref === 'string') {
    const id = $ref.split('/').at(-1)!
    return `<a href="#${schemaAnchor(id)}">${id}</a>`
  }
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ')
  if (Array.isArray(choices)) return choices.map((choice) => literal(choice)).join(' | ')
  if (only !== undefined) return literal(only)
  if (type === 'array') return `list of ${isSchema(items) ? typeOf(items) : 'anything'}`
  if (isSchema(schema['additionalProperties'])) {
    return `map of ${typeOf(schema['additionalProperties'])}`
  }
  const name = escapeHtml(String(schema['format'] ?? type ?? 'anything'))
  return `${name}${rangeOf(schema)}${byDefault === undefined ? '' : `, ${literal(byDefault)} by default`}`
}

function rangeOf({ minimum, maximum, maxLength }: JsonObject): string {
  if (minimum !== undefined) return ` ${literal(minimum)}–${literal(maximum ?? '')}`
  return typeof maxLength === 'number' ? ` of at most ${maxLength} characters` : ''
}

const literal = (json: Json) => escapeHtml(typeof json === 'string' ? json : JSON.stringify(json))

function bodyOf({ requestBody }: Operation): string {
  if (!requestBody) return ''
  const { schema, example } = Object.values(requestBody.content)[0]!
  const type = schema['$ref'] === undefined ? '' : `<p>${typeOf(schema)}</p>`
  return `<h3>Body</h3>${type}${fieldsOf(schema)}${exampleOf(example)}`
}

function repliesOf({ responses }: Operation, all: Components): string {
  const rows = Object.entries(responses).map(([status, reply]) => {
    const { schema, example } = Object.values(reply.content ?? {})[0] ?? {}
    const text = richText(
      reply.$ref ? all.responses[reply.$ref.split('/').at(-1)!]!.description : reply.description!,
    ).replaceAll(
      /<code>([a-z]+(?:-[a-z]+)*)<\/code>:/g,
      '<a href="/problems/$1"><code>$1</code></a>:',
    )
    const shown = schema ? ` ${typeOf(schema)}${exampleOf(example)}` : ''
    return `<dt>${status}</dt><dd>${text}${shown}</dd>`
  })
  return `<h3>Replies</h3><dl class="replies">${rows.join('')}</dl>`
}

const exampleOf = (json: Json | undefined) =>
  json === undefined ? '' : `<pre><code>${escapeHtml(JSON.stringify(json, null, 2))}</code></pre>`
