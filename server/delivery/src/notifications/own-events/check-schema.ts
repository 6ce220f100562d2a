/*
 * The part of JSON Schema by which data of own events is checked. Builders write these schemas, and the
 * check runs in a process of all tenants: it has neither patterns, whose run time has no bound, nor
 * references and combinations, so that it costs at most one step per value.
 */

export interface SchemaFault {
  /** Such as `.properties.total`. */
  path: string
  detail: string
}

const maxDepth = 16
const maxParts = 500
const maxFaults = 10
const maxNameLength = 256
const maxEnum = 200

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isNumber = (value: unknown) => typeof value === 'number'
const isType = (value: unknown) => typeof value === 'string' && types.includes(value)
const isText = (value: unknown) => typeof value === 'string'
/** Checking takes a step for each, for every value of the data. */
const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length

/** What the value of each keyword must be; others are not supported. */
const keywords: Record<string, { is: (value: unknown) => boolean; must: string }> = {
  type: {
    is: (value) =>
      isType(value) ||
      (Array.isArray(value) && value.length > 0 && isDistinct(value) && value.every(isType)),
    must: `must be one of ${types.join(', ')}, or a list of different ones`,
  },
  enum: {
    is: (value) =>
      Array.isArray(value) && value.length > 0 && value.length <= maxEnum && value.every(isScalar),
    must: `must be a list of up to ${maxEnum} texts, numbers, booleans or null`,
  },
  const: { is: isScalar, must: 'must be a text, a number, a boolean or null' },
  properties: { is: isMap, must: 'must be an object' },
  required: {
    is: (value) =>
      Array.isArray(value) && value.length <= maxParts && isDistinct(value) && value.every(isText),
    must: `must be a list of up to ${maxParts} different names`,
  },
  additionalProperties: {
    is: (value) => typeof value === 'boolean' || isMap(value),
    must: 'must be true, false or a schema',
  },
  items: { is: isMap, must: 'must be a schema' },
  minItems: { is: isCount, must: 'must be a whole number' },
  maxItems: { is: isCount, must: 'must be a whole number' },
  minLength: { is: isCount, must: 'must be a whole number' },
  maxLength: { is: isCount, must: 'must be a whole number' },
  minimum: { is: isNumber, must: 'must be a number' },
  maximum: { is: isNumber, must: 'must be a number' },
  exclusiveMinimum: { is: isNumber, must: 'must be a number' },
  exclusiveMaximum: { is: isNumber, must: 'must be a number' },
}
const annotations = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
])

/** Returns the faults of a schema; none if data can be checked by it. */
export function listSchemaFaults(schema: Record<string, unknown>): SchemaFault[] {
  const faults: SchemaFault[] = []
  let parts = 0
  const visit = (part: unknown, path: string, depth: number): void => {
    if (faults.length >= maxFaults) return
    if (!isMap(part)) return void faults.push({ path, detail: 'A schema must be an object.' })
    if (depth > maxDepth) {
      return void faults.push({ path, detail: `It is nested deeper than ${maxDepth} levels.` })
    }
    if (++parts > maxParts) {
      return void faults.push({ path, detail: `The schema has more than ${maxParts} parts.` })
    }
    for (const [keyword, value] of Object.entries(part)) {
      if (annotations.has(keyword)) continue
      const at = `${path}.${keyword.slice(0, maxNameLength)}`
      const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined
      if (!known) faults.push({ path: at, detail: 'This keyword is not supported.' })
      else if (!known.is(value)) faults.push({ path: at, detail: `The value ${known.must}.` })
    }
    if (isMap(part['properties'])) {
      for (const [name, inner] of Object.entries(part['properties']))
        visit(inner, `${path}.properties.${name.slice(0, maxNameLength)}`, depth + 1)
    }
    if (isMap(part['additionalProperties']))
      visit(part['additionalProperties'], `${path}.additionalProperties`, depth + 1)
    if (isMap(part['items'])) visit(part['items'], `${path}.items`, depth + 1)
  }
  visit(schema, '', 1)
  return faults.slice(0, maxFaults)
}

/** Returns where data does not match a schema without faults. */
export function listMismatches(schema: Record<string, unknown>, data: unknown): SchemaFault[] {
  const faults: SchemaFault[] = []
  const choices = new Map<unknown, ReadonlySet<unknown>>()
  const visit = (part: Record<string, unknown>, value: unknown, path: string): void => {
    if (faults.length >= maxFaults) return
    const detail = findMismatch(part, value, choices)
    if (detail) return void faults.push({ path, detail })
    if (isMap(value)) visitMembers(part, value, path)
    else if (Array.isArray(value) && isMap(part['items'])) {
      const { items } = part
      if (isMap(items)) value.forEach((item, index) => visit(items, item, `${path}[${index}]`))
    }
  }
  const visitMembers = (
    part: Record<string, unknown>,
    value: Record<string, unknown>,
    path: string,
  ): void => {
    const properties = isMap(part['properties']) ? part['properties'] : {}
    const others = part['additionalProperties']
    for (const name of Array.isArray(part['required']) ? part['required'].map(String) : []) {
      if (!Object.hasOwn(value, name) && faults.length < maxFaults)
        faults.push({ path: `${path}.${name.slice(0, maxNameLength)}`, detail: 'It is missing.' })
    }
    for (const [name, member] of Object.entries(value)) {
      const at = `${path}.${name.slice(0, maxNameLength)}`
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (isMap(own)) visit(own, member, at)
      else if (others === false) {
        if (faults.length < maxFaults) faults.push({ path: at, detail: 'It is not in the schema.' })
      } else if (isMap(others)) visit(others, member, at)
    }
  }
  visit(schema, data, '')
  return faults
}

/** `sets` contains the lists of choices that were already looked into. */
function findMismatch(
  schema: Record<string, unknown>,
  value: unknown,
  sets: Map<unknown, ReadonlySet<unknown>>,
): string | undefined {
  const { type, enum: choices } = schema
  const allowed = Array.isArray(type) ? type : type === undefined ? undefined : [type]
  if (allowed && !allowed.some((one) => hasType(value, one)))
    return `It must be of type ${allowed.join(' or ')}.`
  if (Array.isArray(choices) && !isChosen(choices, value, sets))
    return `It must be one of ${JSON.stringify(choices).slice(0, 200)}.`
  if (Object.hasOwn(schema, 'const') && schema['const'] !== value)
    return `It must be ${JSON.stringify(schema['const']).slice(0, 200)}.`
  if (typeof value === 'string') return findBoundMismatch(schema, value.length, lengthBounds)
  if (typeof value === 'number') return findBoundMismatch(schema, value, numberBounds)
  if (Array.isArray(value)) return findBoundMismatch(schema, value.length, itemBounds)
  return undefined
}

function isChosen(
  choices: readonly unknown[],
  value: unknown,
  sets: Map<unknown, ReadonlySet<unknown>>,
): boolean {
  const set = sets.get(choices) ?? new Set(choices)
  sets.set(choices, set)
  return set.has(value)
}

const lengthBounds = { minLength: 'at least as long as', maxLength: 'at most as long as' }
const itemBounds = { minItems: 'a list with at least', maxItems: 'a list with at most' }
const numberBounds = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
}

function findBoundMismatch(
  schema: Record<string, unknown>,
  measured: number,
  bounds: Record<string, string>,
): string | undefined {
  const broken = Object.keys(bounds).find((keyword) => {
    const bound = schema[keyword]
    if (typeof bound !== 'number') return false
    if (keyword === 'exclusiveMinimum') return measured <= bound
    if (keyword === 'exclusiveMaximum') return measured >= bound
    return keyword.startsWith('min') ? measured < bound : measured > bound
  })
  return broken && `It must be ${bounds[broken]} ${String(schema[broken])}.`
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isMap(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}
