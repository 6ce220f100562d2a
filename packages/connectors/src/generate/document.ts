import { getMembers, isMembers } from '../members.ts'

/** No entry can be proposed from the input. The message says why, and what to do. */
export class NotGenerable extends Error {
  override name = 'NotGenerable'
}

export type ShapeType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'unknown'

/** What a schema says of a value, with its references and parts resolved one level deep. */
export interface SchemaShape {
  type: ShapeType
  format: string
  description: string
  /** Schemas of the members, with references. */
  properties: ReadonlyMap<string, unknown>
  required: ReadonlySet<string>
  items: unknown
  values: readonly unknown[]
  example: unknown
  usual: unknown
  minimum: number | undefined
  maximum: number | undefined
}

/** Work that one document may cost: about a hundred times that of a document of 5 MB. */
const maxSteps = 5_000_000
const maxReferences = 40
const maxParts = 300
const maxProperties = 1_000
const maxForeignReferences = 1_000

/**
 * An OpenAPI 3 document. References are followed within it, never to other files or addresses.
 * Circular references and shared nodes are resolved where they are used, within a bounded amount of work.
 */
export class ApiDocument {
  readonly root: Readonly<Record<string, unknown>>
  readonly #foreign = new Set<string>()
  readonly #shapes = new WeakMap<object, SchemaShape>()
  #steps = 0

  constructor(document: unknown) {
    this.root = mustBeOpenApi(document)
  }

  /** References to other documents, which are not followed. */
  get foreignReferences(): readonly string[] {
    return [...this.#foreign]
  }

  /** Counts work, and throws if the document requires too much. */
  spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps > maxSteps) {
      throw new NotGenerable(
        'The document is too complex: its references or parts multiply. Remove the paths that you do not need, or choose some with --only.',
      )
    }
  }

  /** Returns the object that a node is or refers to; an empty one if there is none. */
  resolve(node: unknown): Readonly<Record<string, unknown>> {
    let current = node
    for (let hops = 0; hops < maxReferences; hops++) {
      this.spend()
      const members = getMembers(current)
      const { $ref: reference } = members
      if (typeof reference !== 'string') return members
      if (!reference.startsWith('#')) {
        if (this.#foreign.size < maxForeignReferences) this.#foreign.add(reference.slice(0, 200))
        return {}
      }
      current = this.#find(reference)
    }
    return {}
  }

  #find(reference: string): unknown {
    let node: unknown = this.root
    for (const step of reference.slice(1).split('/').slice(1)) {
      this.spend()
      const name = decodeStep(step)
      if (Array.isArray(node)) node = node[Number(name)]
      else node = isMembers(node) && Object.hasOwn(node, name) ? node[name] : undefined
    }
    return node
  }

  /** Returns the shape of a schema. Parts of `allOf`, `oneOf` and `anyOf` are merged. */
  getShape(schema: unknown): SchemaShape {
    const node = this.resolve(schema)
    const known = this.#shapes.get(node)
    if (known) return known
    const shape = this.#makeShape(node)
    this.#shapes.set(node, shape)
    return shape
  }

  #makeShape(root: Readonly<Record<string, unknown>>): SchemaShape {
    const parts: { node: Readonly<Record<string, unknown>>; isCertain: boolean }[] = []
    const seen = new Set<object>()
    const collect = (schema: unknown, isCertain: boolean) => {
      const node = this.resolve(schema)
      if (seen.has(node) || parts.length >= maxParts) return
      seen.add(node)
      parts.push({ node, isCertain })
      for (const one of toList(node['allOf'])) collect(one, isCertain)
      for (const one of [...toList(node['oneOf']), ...toList(node['anyOf'])]) collect(one, false)
    }
    collect(root, true)
    const find = (name: string) => parts.find(({ node }) => node[name] !== undefined)?.node[name]
    const properties = new Map<string, unknown>()
    const required = new Set<string>()
    for (const { node, isCertain } of parts) {
      for (const [name, schema] of Object.entries(getMembers(node['properties']))) {
        this.spend()
        if (!properties.has(name) && properties.size < maxProperties) properties.set(name, schema)
      }
      if (!isCertain) continue
      for (const name of toList(node['required'])) if (typeof name === 'string') required.add(name)
    }
    const items = find('items')
    return {
      type: findType(parts.map(({ node }) => node['type'])) ?? guessType({ properties, items }),
      format: toText(find('format')),
      description: toText(find('description')),
      properties,
      required,
      items,
      values: toList(find('enum')).slice(0, 500),
      example: find('example') ?? toList(find('examples'))[0],
      usual: find('default'),
      minimum: toNumber(find('minimum')),
      maximum: toNumber(find('maximum')),
    }
  }
}

const types = new Set<string>([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
] satisfies ShapeType[])

const isType = (value: unknown): value is ShapeType => typeof value === 'string' && types.has(value)

/** OpenAPI 3.1 has lists of types, such as `["string", "null"]`. */
const findType = (found: readonly unknown[]): ShapeType | undefined =>
  found.flatMap((one) => (Array.isArray(one) ? one : [one])).find(isType)

const guessType = ({
  properties,
  items,
}: {
  properties: ReadonlyMap<string, unknown>
  items: unknown
}): ShapeType => (items === undefined ? (properties.size > 0 ? 'object' : 'unknown') : 'array')

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function decodeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Returns the root of an OpenAPI 3 document, or throws with what the input is and what to do. */
function mustBeOpenApi(document: unknown): Readonly<Record<string, unknown>> {
  if (!isMembers(document)) {
    throw new NotGenerable('The file is not an OpenAPI document: it contains no object.')
  }
  const other = describeOtherFormat(document)
  if (other !== undefined) throw new NotGenerable(other)
  const version = String(document['openapi'])
  if (!/^3\.\d/.test(version)) {
    throw new NotGenerable(`OpenAPI ${version.slice(0, 20)} is not supported. Use version 3.x.`)
  }
  if (!isMembers(document['paths']) || Object.keys(document['paths']).length === 0) {
    throw new NotGenerable('The document has no `paths`, so there are no calls to propose.')
  }
  return document
}

function describeOtherFormat(document: Readonly<Record<string, unknown>>): string | undefined {
  const has = (name: string) => document[name] !== undefined
  if (has('swagger')) {
    return `The file is Swagger ${toText(document['swagger']) || '2.0'}. Convert it to OpenAPI 3: npx swagger2openapi --outfile openapi.json <file>`
  }
  if (has('openapi')) return undefined
  if (has('asyncapi'))
    return 'The file is an AsyncAPI document, which describes messages. An OpenAPI 3 document is required.'
  if (has('discoveryVersion') || document['kind'] === 'discovery#restDescription')
    return 'The file is a Google discovery document. Convert it to OpenAPI 3: npx api-spec-converter --from=google --to=openapi_3 <file>'
  if (isMembers(document['info']) && Array.isArray(document['item']))
    return 'The file is a Postman collection. Convert it to OpenAPI 3: npx postman-to-openapi <file> openapi.yaml'
  if (isMembers(document['data']) && has('data') && isMembers(document['data']['__schema']))
    return 'The file is a GraphQL schema. Write the entry by hand: see "GraphQL" in the guide "Add your own provider".'
  if (isMembers(document['log']) && Array.isArray(document['log']['entries']))
    return 'The file is a HAR recording. Save the replies as JSON files in a folder, and use --from-replies.'
  return 'The file is not an OpenAPI document: the member `openapi` is missing at its top level.'
}
