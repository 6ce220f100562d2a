/** The parts of a JSON schema that completion uses. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  additionalProperties?: boolean | Schema
}

export interface Offer {
  label: string
  description?: string | undefined
  /** Text to insert, if it is not the label. */
  insert?: string
}

const keyLine = /^(\s*)((?:- +)*)("[^"]*"|[^\s:#"'-][^\s:#]*):/

/** Returns the names above the last line, from the outside: `['integrations', 'read', 'objects']`. */
export function pathAt(lines: readonly string[]): string[] {
  const [, indent = '', dashes = ''] = /^(\s*)((?:- +)*)/.exec(lines.at(-1) ?? '') ?? []
  // Names that contain this line begin further to the left; those of a list also at its dash.
  let limit = dashes ? indent.length + 1 : indent.length
  const path: string[] = []
  for (const line of lines.slice(0, -1).toReversed()) {
    const [, before = '', dash = '', key] = keyLine.exec(line) ?? []
    if (key === undefined) continue
    const at = before.length + dash.length
    if (at < limit) {
      path.unshift(key.replaceAll('"', ''))
      limit = at
    }
    if (dash && at <= limit) limit = Math.min(limit, before.length + 1)
  }
  return path
}

/** Returns completions for the last line: allowed names, or values of the name before the cursor. */
export function offersAt(lines: readonly string[], root: Schema): Offer[] {
  const line = lines.at(-1) ?? ''
  const parent = schemaAt(root, pathAt(lines))
  const [, , , key] = keyLine.exec(line) ?? []
  if (key !== undefined) return listValues(parent && findProperty(root, parent, key))
  const present = new Set(listSiblings(lines))
  return Object.entries(parent?.properties ?? {})
    .filter(([name]) => !present.has(name))
    .map(([name, schema]) => ({
      label: name,
      description: schema.description ?? resolveSchema(root, schema)?.description,
      insert: isNested(resolveSchema(root, schema)) ? `${name}:` : `${name}: `,
    }))
}

/** Returns the names directly above the last line in the same entry. */
function listSiblings(lines: readonly string[]): string[] {
  const [, indent = '', dashes = ''] = /^(\s*)((?:- +)*)/.exec(lines.at(-1) ?? '') ?? []
  if (dashes) return []
  const found: string[] = []
  for (const line of lines.slice(0, -1).toReversed()) {
    const [, before = '', dash = '', key] = keyLine.exec(line) ?? []
    if (key === undefined) continue
    const at = before.length + dash.length
    if (at < indent.length) break
    if (at === indent.length) found.push(key)
    if (dash && at === indent.length) break
  }
  return found
}

const isNested = (schema: Schema | undefined) =>
  schema?.type === 'object' || schema?.type === 'array' || schema?.properties !== undefined

function listValues(schema: Schema | undefined): Offer[] {
  const all = [schema, ...(schema?.anyOf ?? [])]
  const values = all.flatMap((one) => [
    ...(one?.enum ?? []),
    ...(one?.const === undefined ? [] : [one.const]),
    ...(one?.type === 'boolean' ? [true, false] : []),
  ])
  return [...new Set(values.map(String))].map((label) => ({ label }))
}

function schemaAt(root: Schema, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (at, name) => at && findProperty(root, at, name),
    resolveSchema(root, root),
  )
}

/** Returns the schema of a name, or of the entries of its list. */
function findProperty(root: Schema, { properties, additionalProperties }: Schema, name: string) {
  const other = typeof additionalProperties === 'object' ? additionalProperties : undefined
  const found = resolveSchema(root, properties?.[name] ?? other)
  return found?.items ? resolveSchema(root, found.items) : found
}

function resolveSchema(root: Schema, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.replace('#/$defs/', '')
  const target = name === undefined ? schema : root.$defs?.[name]
  if (!target || target.properties || !target.anyOf) return target
  // Of alternatives, all names are offered.
  const parts = target.anyOf.map((one) => resolveSchema(root, one))
  const properties = Object.assign({}, ...parts.map((one) => one?.properties))
  return Object.keys(properties).length > 0 ? { ...target, properties } : target
}
