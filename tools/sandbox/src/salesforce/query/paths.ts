import { requireDefined } from '../../require-defined.ts'
import type { Generate } from '../../records/table.ts'
import type { Field } from '../org/fields.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import { queryError } from './soql-tokens.ts'
import type { FieldChain, Query } from './soql.ts'

/** A step from a record to a referenced one, such as `Owner`. */
export interface Step {
  name: string
  field: Field
}

export interface ResolvedPath {
  steps: Step[]
  field: Field
  /** Returns the value for a record of the queried object. */
  read: Generate
}

/** Resolves a path, or throws Salesforce's INVALID_FIELD. */
export function resolvePath(
  org: SalesforceOrg,
  object: SObject,
  path: FieldChain,
  query: Query,
): ResolvedPath {
  const names = withoutPrefix(org, object, path.names, query)
  const steps: Step[] = []
  let target = object
  for (const name of names.slice(0, -1)) {
    const field = relationship(org, target, name)
    if (!field) throw unknownRelationship(query, path, name)
    steps.push({ name: requireDefined(field.relationshipName ?? undefined), field })
    target = requireDefined(org.object(requireDefined(field.referenceTo[0])))
  }

  const name = requireDefined(names.at(-1))
  const field = org.field(target, name)
  if (!field) throw unknownField(query, path, name, target)
  return { steps, field, read: reader(org, object, steps, field.name) }
}

function unknownField(query: Query, path: FieldChain, name: string, object: SObject) {
  return queryError(
    query.text,
    path.at,
    'INVALID_FIELD',
    `No such column '${name}' on entity '${object.name}'. If you are attempting to use a custom ` +
      `field, be sure to append the '__c' after the custom field name. Please reference your WSDL ` +
      `or the describe call for the appropriate names.`,
  )
}

export function unknownRelationship(query: Query, path: FieldChain, name: string) {
  return queryError(
    query.text,
    path.at,
    'INVALID_FIELD',
    `Didn't understand relationship '${name}' in field path. If you are attempting to use a custom ` +
      `relationship, be sure to append the '__r' after the custom relationship name. Please ` +
      `reference your WSDL or the describe call for the appropriate names.`,
  )
}

/** The object's name or alias may precede a field: `FROM Contact c`, `c.Name`. */
function withoutPrefix(
  org: SalesforceOrg,
  object: SObject,
  names: string[],
  query: Query,
): string[] {
  const first = requireDefined(names[0]).toLowerCase()
  const isPrefix = first === query.alias?.toLowerCase() || first === object.name.toLowerCase()
  return names.length > 1 && isPrefix && !relationship(org, object, first) ? names.slice(1) : names
}

function relationship(org: SalesforceOrg, object: SObject, name: string): Field | undefined {
  const lower = name.toLowerCase()
  return org
    .visibleFields(object)
    .find(({ relationshipName }) => relationshipName?.toLowerCase() === lower)
}

function reader(org: SalesforceOrg, object: SObject, steps: Step[], column: string): Generate {
  const [first, ...others] = steps
  if (!first) return object.table.reader(column)

  const pointer = object.table.reader(first.field.name)
  const readers = new Map<SObject, Generate>()
  return (index) => {
    const id = pointer(index)
    if (typeof id !== 'string') return null
    const target = org.objectOfId(id)
    const targetIndex = target && org.findRecordIndex(target, id)
    if (!target || targetIndex === undefined) return null

    const read = readers.get(target) ?? reader(org, target, others, column)
    readers.set(target, read)
    return read(targetIndex)
  }
}
