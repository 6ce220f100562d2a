import {
  buildPerAttempt,
  ProviderError,
  type ObjectDescription,
  type ProviderClient,
} from '@platform/connector'
import type { FieldMetadata } from '@platform/contract'
import { isMembers, getMembers } from '../members.ts'
import { mustBeFewFields } from '../most-fields.ts'
import { getAtDotPath } from './calls/dot-path.ts'
import { unreadable } from './calls/errors.ts'
import { readByIds } from './reading/by-id.ts'
import { fillHeaders, isAnnotation, selectsFields } from './calls/request.ts'
import { makeReading, newestRecords } from './reading/read.ts'
import { fillIn, pathStep } from './calls/templates.ts'
import type { DeclarativeProvider } from './provider.ts'
import type { ResolvedObject } from './calls/resolve.ts'

type ValueType = NonNullable<FieldMetadata['valueType']>

/** Number of records read if fields can only be derived from records. */
const samples = 50

/** Records of a list of excerpts that are requested as a whole. */
const sampledById = 3

/**
 * Returns the object's fields: those that the entry lists, that a call describes, or that some
 * records have. Fields of records that the entry does not list are custom.
 */
export async function describeDeclaredObject(
  provider: DeclarativeProvider,
  client: ProviderClient,
  objectName: string,
): Promise<ObjectDescription> {
  const object = provider.objects.get(objectName)
  const fields = await listFields(provider, client, object)
  return { objectName, displayName: object.displayName, fields }
}

/** Reports whether the provider lists the fields itself. */
export function describesAllFields(
  { declaration: { fields } }: DeclarativeProvider,
  { name }: ResolvedObject,
): boolean {
  const { from, endpoint } = fields ?? {}
  return from === 'endpoint' && (!endpoint?.objects || name in endpoint.objects)
}

async function listFields(
  provider: DeclarativeProvider,
  client: ProviderClient,
  object: ResolvedObject,
) {
  const { from, endpoint } = provider.declaration.fields ?? { from: 'sample' }
  const listed = Object.entries(object.rules.fields ?? {}).map(([fieldName, valueType]) =>
    makeFieldMetadata(fieldName, { valueType }),
  )
  if (from === 'endpoint' && endpoint && (!endpoint.objects || endpoint.objects[object.name])) {
    return byName([...listed, ...(await describeFields(provider, client, object))])
  }
  // Only readable objects have records to sample.
  const sampled = object.read ? await sampleFields(provider, client, object) : []
  const isCustom = listed.length > 0
  return byName([...sampled.map((one) => (isCustom ? { ...one, isCustom } : one)), ...listed])
}

const byName = (fields: readonly FieldMetadata[]): Record<string, FieldMetadata> => {
  const all = new Map(fields.map((one) => [one.fieldName, one]))
  return Object.fromEntries([...all].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const makeFieldMetadata = (fieldName: string, more: Partial<FieldMetadata>): FieldMetadata => ({
  fieldName,
  displayName: fieldName,
  ...more,
})

async function describeFields(
  provider: DeclarativeProvider,
  client: ProviderClient,
  object: ResolvedObject,
): Promise<FieldMetadata[]> {
  const { endpoint } = provider.declaration.fields ?? {}
  if (!endpoint) return []
  const path = endpoint.objects?.[object.name] ?? endpoint.path
  const fillObjectName = (text: string) => text.replaceAll('{object}', object.name)
  const response = await client.request(
    buildPerAttempt(() => ({
      method: endpoint.method ?? 'GET',
      path:
        object.base +
        fillIn(path, client.metadata, pathStep).replaceAll('{object}', pathStep(object.name)),
      query: Object.fromEntries(
        Object.entries(endpoint.query ?? {}).map(([name, value]) => [
          name,
          fillObjectName(fillIn(String(value), client.metadata)),
        ]),
      ),
      headers: fillHeaders({
        headers: provider.declaration.headers ?? {},
        values: client.metadata,
      }),
    })),
  )
  provider.refusals.checkPage(response, { records: fillObjectName(endpoint.records) })
  const list = getAtDotPath(response.body, fillObjectName(endpoint.records))
  if (isMembers(list)) mustBeFewFields(Object.keys(list))
  // Some providers describe fields in a list, some by name.
  const found = Array.isArray(list)
    ? list
    : isMembers(list)
      ? Object.entries(list).map(([name, one]) => ({ [endpoint.name]: name, ...getMembers(one) }))
      : undefined
  if (!found) throw unreadable(response, 'it does not describe its fields')
  mustBeFewFields(found.map((one) => String(getAtDotPath(one, endpoint.name))))
  return found.flatMap((one) => {
    const name = getAtDotPath(one, endpoint.name)
    if (typeof name !== 'string' && typeof name !== 'number') return []
    const label = endpoint.label === undefined ? undefined : getAtDotPath(one, endpoint.label)
    const type = endpoint.type === undefined ? undefined : getAtDotPath(one, endpoint.type)
    const readOnly =
      endpoint.readOnly === undefined ? undefined : getAtDotPath(one, endpoint.readOnly)
    const isText = typeof type === 'string'
    return makeFieldMetadata(String(name), {
      ...(typeof label === 'string' && label !== '' && { displayName: label }),
      ...(isText && { providerType: type, valueType: typeNamed(type) }),
      ...(typeof readOnly === 'boolean' && { readOnly }),
    })
  })
}

const typeWords: readonly [RegExp, ValueType][] = [
  [/multi|set\b|checkboxes|tags/i, 'multiSelect'],
  [/bool|checkbox/i, 'boolean'],
  [/datetime|date_time|timestamp|date-time/i, 'datetime'],
  [/date/i, 'date'],
  [/^(?:big)?int|long|integer/i, 'int'],
  [/num|float|double|decimal|money|monetary|currency|percent/i, 'float'],
  [/select|enum|pick|drop|option|radio|status|state/i, 'singleSelect'],
  [/lookup|reference|relation|owner|user/i, 'reference'],
  [/text|string|varchar|char|mail|phone|url|memo|address|name/i, 'string'],
]

/** Maps a provider's type name to a value type, if the name is known. */
const typeNamed = (word: string): ValueType =>
  typeWords.find(([words]) => words.test(word.slice(0, 60)))?.[1] ?? 'other'

async function sampleFields(
  provider: DeclarativeProvider,
  client: ProviderClient,
  object: ResolvedObject,
): Promise<FieldMetadata[]> {
  const reading = makeReading(object)
  const records = await newestRecords(provider, client, {
    object,
    request: {
      fieldNames: Object.keys(object.rules.fields ?? {}),
      pageSize: samples,
      selectsAll: true,
    },
  })
  const isSelecting = selectsFields(reading)
  // Without a selection, some lists have only a few fields of a record.
  const ids = records.slice(0, sampledById).map(({ id }) => id)
  const whole =
    isSelecting && reading.byId?.style === 'path'
      ? await readByIds(provider, client, { objectName: object.name, fieldNames: [], ids })
      : []
  const { custom } = provider.declaration.fields ?? {}
  const types = new Map<string, ValueType | undefined>()
  const see = (name: string, value: unknown) =>
    types.set(name, types.get(name) ?? (value === null ? undefined : guessType(value)))
  const seeAll = (
    members: Readonly<Record<string, unknown>>,
    nameOf: (member: string) => string | undefined,
  ) => {
    const names = Object.keys(members)
    mustBeFewFields(names)
    for (const member of names) {
      if (isSelecting && isAnnotation(member)) continue
      const name = nameOf(member)
      if (name !== undefined) see(name, members[member])
    }
  }

  for (const { raw } of [...records.slice(0, samples), ...whole]) {
    const inner = reading.wrap === undefined ? undefined : getAtDotPath(raw, reading.wrap)
    const tops = isMembers(inner) ? [raw, inner] : [raw]
    for (const top of tops) {
      seeAll(top, (name) => (name === reading.wrap ? undefined : name))
      const customs = custom === undefined ? undefined : getAtDotPath(top, custom)
      seeAll(getMembers(customs), (name) => nestFieldName(custom ?? '', name))
    }
    mustBeFewFields(types.keys())
  }
  return [...types].map(([name, valueType]) =>
    makeFieldMetadata(name, valueType ? { valueType } : {}),
  )
}

/** Names a nested field in bracket notation. */
const nestFieldName = (place: string, name: string) =>
  `$${[...place.split('.'), name].map((step) => `['${step.replaceAll(/['\\]/g, String.raw`\$&`)}']`).join('')}`

function guessType(value: unknown): ValueType {
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float'
    case 'string':
      if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'datetime'
      return /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'string'
    default:
      return 'other'
  }
}

/** Throws `bad-request` with every field that the object does not have. */
export async function requireFields(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { objectName, fieldNames }: { objectName: string; fieldNames: readonly string[] },
): Promise<void> {
  const { fields } = await describeDeclaredObject(provider, client, objectName)
  // An account without records has no fields to detect.
  if (Object.keys(fields).length === 0) return
  const isNested = (name: string) => name.startsWith('$[')
  const missing = fieldNames.filter((name) => !isNested(name) && !Object.hasOwn(fields, name))
  if (missing.length === 0) return
  const message = missing.map((name) => `${objectName} has no field ${name}`).join('. ')
  throw new ProviderError('bad-request', `${message}.`, { fieldNames: missing })
}
