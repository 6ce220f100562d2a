import { listFilterFields, mapConditions, type FilterExpression } from '@platform/connector'
import type {
  ConfigContent,
  FilterCondition,
  FieldMetadata,
  IntegrationField,
  IntegrationObject,
  ManifestIntegration,
  ObjectRef,
  ReadConfigObject,
} from '@platform/contract'
import { getOwn, hasField } from '@platform/kernel/values'
import { findMissingMappings, isTimezone, scheduleMistake } from '@platform/manifest'
import { planExpressions, type PlannedExpressions } from './plan-expressions.ts'

/**
 * Returns the object's definition from the latest revision or, if removed there, from the installed
 * one.
 */
export const findReadObject = (
  objectName: string,
  ...revisions: (ManifestIntegration | undefined)[]
): IntegrationObject | undefined =>
  revisions
    .flatMap((revision) => revision?.read?.objects ?? [])
    .find((object) => object.objectName === objectName)

/** Names an object in messages and events. */
export function toObjectRef(
  objectName: string,
  ...revisions: (ManifestIntegration | undefined)[]
): ObjectRef {
  const mapToName = findReadObject(objectName, ...revisions)?.mapToName
  return makeObjectRef({ objectName, mappedName: mapToName ?? objectName })
}

/** Names an object whose plan is known. */
export const makeObjectRef = ({
  objectName,
  mappedName,
}: Pick<ReadPlan, 'objectName' | 'mappedName'>): ObjectRef => ({
  objectName: mappedName,
  rawObjectName: objectName,
  ...(mappedName !== objectName && { mappedObjectName: mappedName }),
})

/** Plan for reading an installed object: the definition, overridden by the end user's choices. */
export interface ReadPlan {
  objectName: string
  /** Name under which the builder receives it. */
  mappedName: string
  destination: string
  schedule: string | undefined
  /** Time zone of the schedule. */
  timezone: string
  backfill: { days?: number | undefined; fullHistory?: boolean | undefined } | undefined
  /** Every requested provider field, without duplicates. */
  fieldNames: string[]
  /** Names of the objects whose associated records are delivered. */
  associations: string[]
  /** Fields delivered under their own name. */
  plain: string[]
  /** Fields delivered under the builder's name. */
  mapped: { fieldName: string; mapToName: string; values: Record<string, string> | undefined }[]
  /** Names of required fields that the end user has not mapped. */
  missingMappings: string[]
  filters: { fieldName: string; value: unknown }[]
  backfillFilters: { fieldName: string; value: unknown }[]
  /** Records to deliver, by the provider's names and values. */
  filter: FilterExpression | undefined
  /** Computed fields and a filter by an expression, if there are any. */
  expressions?: PlannedExpressions | undefined
  /** Whether deletions are delivered. */
  includeDeleted: boolean
  /** Overlap of scheduled reads; the connector's if unset. */
  overlapMinutes: number | undefined
  /** Percentage of records above which deletions wait for another read. */
  deletionLimitPercent: number
  /** Whether results are held until requested. */
  isOnRequest: boolean
  /** Records per message, if set by the builder. */
  pageSize: number | undefined
  /** Whether the last delivered state of each record is kept. */
  keepsRecords: boolean
}

type ExistentField = Extract<IntegrationField, { fieldName: string }>

const isExistent = (field: IntegrationField): field is ExistentField => 'fieldName' in field

/**
 * Reports whether every field of the account was selected, so that only the provider knows the
 * fields.
 */
export const readsEveryField = (object: IntegrationObject, config: ReadConfigObject): boolean =>
  object.optionalFieldsAuto === 'all' && config.selectedFieldsAuto === 'all'

/** A configuration saved by an earlier version may have another, which its health reports. */
const isUsableSchedule = (schedule: string | undefined) =>
  schedule !== undefined && scheduleMistake(schedule) === undefined

/** Returns the time zone of an object's schedule; an end user's own comes first. */
export const findTimezone = (
  object: Pick<IntegrationObject, 'timezone'> | undefined,
  config: Pick<ReadConfigObject, 'timezone'>,
): string =>
  [config.timezone, object?.timezone].find(
    (timezone) => timezone !== undefined && isTimezone(timezone),
  ) ?? 'UTC'

/** For an object with every field of the account, `live` are the names of those fields. */
export function planRead(
  object: IntegrationObject,
  config: ReadConfigObject,
  live: readonly string[] = [],
): ReadPlan {
  const getValueMappings = (mapToName: string) => config.selectedValueMappings?.[mapToName]
  const optional = (object.optionalFields ?? []).filter(isExistent)
  const chosen = Object.entries(config.selectedFields ?? {})
    .filter(([, selected]) => selected)
    .map(([fieldName]) => fieldName)
  const required = (object.requiredFields ?? []).filter(isExistent)
  const listed = new Set([...required, ...optional].map(({ fieldName }) => fieldName))
  const others = readsEveryField(object, config) ? live.filter((name) => !listed.has(name)) : []
  const everyOptional =
    config.selectedFieldsAuto === 'all'
      ? [...optional, ...others.map((fieldName): ExistentField => ({ fieldName }))]
      : []
  const fields = [
    ...required,
    ...everyOptional,
    ...chosen.map(
      (fieldName): ExistentField =>
        optional.find((field) => field.fieldName === fieldName) ?? { fieldName },
    ),
  ]
  const byUser = Object.entries(config.selectedFieldMappings ?? {}).filter(
    ([, name]) => name !== '',
  )

  const mapped = new Map<string, string>()
  for (const { fieldName, mapToName } of fields) if (mapToName) mapped.set(mapToName, fieldName)
  for (const { mapToName, fieldName } of config.dynamicMappingsInput ?? []) {
    if (fieldName) mapped.set(mapToName, fieldName)
  }
  for (const [mapToName, fieldName] of byUser) mapped.set(mapToName, fieldName)

  const recordFilter = config.filter ?? object.filter
  const filterNames = listFilterNames(object, config)
  const filter =
    recordFilter &&
    mapConditions(recordFilter, (condition) => toProviderCondition(condition, filterNames, config))
  const expressions = planExpressions(object, (name) =>
    filterNames.has(name)
      ? { fieldName: filterNames.get(name), values: getValueMappings(name) }
      : undefined,
  )
  const plain = [...new Set(fields.filter(({ mapToName }) => !mapToName).map((f) => f.fieldName))]
  const equals = (filters: { fieldName: string; value?: unknown }[] | undefined) =>
    (filters ?? []).map(({ fieldName, value }) => ({ fieldName, value }))
  return {
    objectName: object.objectName,
    mappedName: object.mapToName ?? object.objectName,
    destination: config.destination ?? object.destination ?? '',
    schedule: [config.schedule, object.schedule].find(isUsableSchedule),
    timezone: findTimezone(object, config),
    backfill: config.backfill?.defaultPeriod ?? object.backfill?.defaultPeriod,
    fieldNames: [
      ...new Set([
        ...plain,
        ...mapped.values(),
        ...listFilterFields(filter),
        ...(expressions?.fieldNames ?? []),
      ]),
    ],
    associations: [...new Set(object.associations)],
    plain,
    mapped: [...mapped].map(([mapToName, fieldName]) => ({
      mapToName,
      fieldName,
      values: getValueMappings(mapToName),
    })),
    missingMappings: findMissingMappings(object, config),
    filters: equals(config.fieldFilters),
    backfillFilters: equals(config.backfill?.fieldFilters ?? config.fieldFilters),
    filter,
    expressions,
    includeDeleted: object.deleted === true,
    overlapMinutes: object.overlapMinutes,
    deletionLimitPercent: object.deletionLimitPercent ?? 20,
    isOnRequest: object.delivery?.mode === 'onRequest',
    pageSize: object.delivery?.pageSize,
    keepsRecords: object.keepRecords === true,
  }
}

/**
 * Returns the provider's field for each name of the builder that a filter can use; undefined if the end user
 * has not mapped one. Names that end users add cannot redirect a filter.
 */
const listFilterNames = (
  { requiredFields = [], optionalFields = [] }: IntegrationObject,
  { selectedFieldMappings = {} }: ReadConfigObject,
): ReadonlyMap<string, string | undefined> =>
  new Map(
    [...requiredFields, ...optionalFields].flatMap((field) => {
      const { mapToName } = field
      if (mapToName === undefined) return []
      const chosen = getOwn(selectedFieldMappings, mapToName)
      const fieldName = isExistent(field) ? field.fieldName : chosen === '' ? undefined : chosen
      return [[mapToName, fieldName] as const]
    }),
  )

/** Matches no record. */
const never: FilterExpression = { or: [] }

/**
 * Translates the builder's name and values of a mapped field to the provider's. A condition on a
 * field that the end user has not mapped is not met.
 */
function toProviderCondition(
  condition: FilterCondition,
  names: ReadonlyMap<string, string | undefined>,
  { selectedValueMappings = {} }: ReadConfigObject,
): FilterExpression {
  if (!names.has(condition.fieldName)) return condition
  const fieldName = names.get(condition.fieldName)
  if (fieldName === undefined) return never
  const values = getOwn(selectedValueMappings, condition.fieldName) ?? {}
  const { operator, value } = condition
  const isExact = ['eq', 'ne', 'in', 'notIn'].includes(operator)
  const asked: unknown[] = Array.isArray(value) ? value : [value]
  const theirs = Object.entries(values)
    .filter(([, ours]) => asked.some((one) => String(one) === ours))
    .map(([name]) => name)
  if (!isExact || theirs.length === 0) return { ...condition, fieldName }
  const isNegative = operator === 'ne' || operator === 'notIn'
  // Values that are not mapped are delivered, and compared, as they are.
  const others = asked.filter((one) => !Object.hasOwn(values, String(one))) as string[]
  return { fieldName, operator: isNegative ? 'notIn' : 'in', value: [...theirs, ...others] }
}

/** Reports whether the records of a plan are filtered. */
export const isFilteredPlan = ({ filter, expressions }: ReadPlan): boolean =>
  filter !== undefined || expressions?.filter !== undefined

/** Returns a plan in which conditions on fields that the provider no longer shows are not met. */
export const planWithoutLostFields = (plan: ReadPlan, lost: readonly string[]): ReadPlan => ({
  ...plan,
  filter:
    plan.filter &&
    mapConditions(plan.filter, (condition) =>
      hasField(lost, condition.fieldName) ? never : condition,
    ),
})

/** Plans the read for execution; requests the fields of the account if all fields were selected. */
export async function planWithFields(
  object: IntegrationObject,
  config: ReadConfigObject,
  describe: (objectName: string) => Promise<{ fields: object }>,
): Promise<ReadPlan> {
  const live = readsEveryField(object, config) ? await describe(object.objectName) : undefined
  return planRead(object, config, Object.keys(live?.fields ?? {}))
}

/**
 * Returns the objects that an installation reads: those it configured, and those that are always
 * read.
 */
export function listInstalledReadObjects(
  content: ConfigContent,
  latest: ManifestIntegration,
): Record<string, ReadConfigObject> {
  const always = (latest.read?.objects ?? [])
    .filter((object) => object.enabled === 'always')
    .map((object) => [object.objectName, {}] as const)
  return { ...Object.fromEntries(always), ...content.read?.objects }
}

/** Returns the installed objects whose records are kept, also those that the customer turned off. */
export const listKeptObjects = (
  content: ConfigContent,
  latest: ManifestIntegration,
  installed: ManifestIntegration,
): string[] =>
  Object.keys(listInstalledReadObjects(content, latest)).filter(
    (objectName) => findReadObject(objectName, latest, installed)?.keepRecords === true,
  )

/** Returns the fields of an account's object that the provider computes. */
export const listCalculatedFields = ({
  fields,
}: {
  fields: Readonly<Record<string, FieldMetadata>>
}): string[] => Object.keys(fields).filter((name) => fields[name]?.isCalculated)

/**
 * Returns the computed fields whose changes a plan may miss: those that are read by schedule, which
 * requests the records whose modification time changed. Reads on request can return every record.
 */
export function findMissedFields(
  object: IntegrationObject,
  config: ReadConfigObject,
  calculated: readonly string[],
): string[] {
  const { schedule, fieldNames } = planRead(object, config, calculated)
  if (schedule === undefined || config.disabled) return []
  return fieldNames.filter((name) => hasField(calculated, name))
}
