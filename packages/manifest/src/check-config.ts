import type {
  ConfigContent,
  IntegrationField,
  IntegrationObject,
  ManifestIntegration,
  ProviderInfo,
  DefaultPeriod,
  ReadConfigObject,
  ToolAccess,
  ToolAction,
  WriteConfigObject,
} from '@platform/contract'
import { writingActions } from '@platform/contract'
import { findPeriodMistake } from './backfill-period.ts'
import { findFilterMistakes } from './check-filter.ts'
import { isNested, splitFieldName } from './field-name.ts'
import { MappedNames } from './mapped-names.ts'
import { didYouMean } from './nearest.ts'
import { describeObjects, findObjectName } from './object-names.ts'
import { findReadMistake } from './rules/provider.ts'
import { defaultMinimumMinutes } from './rules/read.ts'
import { checkScheduleText, findTimezoneMistake } from './schedule.ts'

/** An invalid part of an installation's configuration. */
export interface ConfigMistake {
  /** Place in the configuration, such as `read.objects.Contact.schedule`. */
  path: string
  value?: unknown
  message: string
  /** The read object, if something is missing there that a change of it must add. */
  lacking?: string
}

/** Knowledge outside the manifest. Checks without their part are skipped. */
export interface ConfigContext {
  minimumIntervalMinutes?: number | undefined
  /** The destinations that exist among those that the configuration names. */
  destinations?: ReadonlySet<string> | undefined
  /** The catalogue entry of the integration's provider. */
  provider?: ProviderInfo | undefined
  /** Whether an end user sets it, who can choose only what the manifest offers. */
  isByEndUser?: boolean | undefined
}

type Mistakes = Generator<ConfigMistake, void, undefined>

/**
 * Checks a configuration by the rules of the manifest, and against what the manifest offers. Yields
 * the mistakes one by one, so that a caller can stop at a number of them.
 */
export function* findConfigMistakes(
  content: ConfigContent,
  manifest: ManifestIntegration,
  context: ConfigContext = {},
): Mistakes {
  if (content.provider !== undefined && content.provider !== manifest.provider) {
    const message = `The integration uses ${manifest.provider}.`
    yield { path: 'provider', value: content.provider, message }
  }
  const read = keyByName(manifest.read?.objects)
  for (const [objectName, config] of Object.entries(content.read?.objects ?? {})) {
    yield* checkDeclared('read', objectName, read, manifest)
    const { provider } = context
    const message =
      provider && findReadMistake(provider, objectName, manifest.module ?? provider.defaultModule)
    if (message) yield { path: `read.objects.${objectName}`, value: objectName, message }
    yield* checkReadObject(objectName, config, read, context)
  }
  const written = keyByName(manifest.write?.objects)
  for (const [objectName, config] of Object.entries(content.write?.objects ?? {})) {
    yield* checkDeclared('write', objectName, written, manifest)
    yield* checkWriteObject(objectName, config, written.get(objectName))
  }
  if (content.proxy?.enabled === true && manifest.proxy?.enabled !== true) {
    const message = 'The integration does not enable the proxy. Declare `proxy` in its manifest.'
    yield { path: 'proxy.enabled', message }
  }
  yield* checkTools(content.tools, manifest)
  const subscribed = keyByName(manifest.subscribe?.objects)
  for (const [objectName, config] of Object.entries(content.subscribe?.objects ?? {})) {
    yield* checkDeclared('subscribe', objectName, subscribed, manifest)
    const place = `subscribe.objects.${objectName}`
    yield* checkConfiguredDestination(place, config.destination, context)
    yield* checkSubscribeObject(place, config, subscribed.get(objectName))
  }
}

/** Returns the destinations that a configuration sets in place of those of the manifest. */
export function findConfiguredDestinations({ read, subscribe }: ConfigContent): string[] {
  const objects = [
    ...Object.values(read?.objects ?? {}),
    ...Object.values(subscribe?.objects ?? {}),
  ]
  return [...new Set(objects.flatMap(({ destination }) => destination ?? []))]
}

/** Yields what is wrong with the times of reads that a configuration sets for an object. */
export function* findTimeMistakes(
  { schedule, timezone, backfill }: ReadConfigObject,
  minimumMinutes: number = defaultMinimumMinutes,
): Mistakes {
  const mistake = schedule === undefined ? undefined : checkScheduleText(schedule, minimumMinutes)
  if (mistake) {
    const message = [mistake.message, mistake.suggestion].filter(Boolean).join(' ')
    yield { path: 'schedule', value: schedule, message }
  }
  const zone = timezone === undefined ? undefined : findTimezoneMistake(timezone)
  if (zone) {
    yield { path: 'timezone', value: timezone, message: `${zone.message} ${zone.suggestion}` }
  }
  const period = backfill?.defaultPeriod
  const message = period && findPeriodMistake(period)
  if (message) yield { path: 'backfill.defaultPeriod', value: period, message }
}

const verbs = {
  read: ['read', 'reads'],
  write: ['write', 'writes'],
  subscribe: ['subscribe to', 'subscribes to'],
} as const

/** A configuration contains provider names only, so that every object has one place in it. */
function* checkDeclared(
  action: keyof typeof verbs,
  objectName: string,
  declared: ReadonlyMap<string, unknown>,
  manifest: ManifestIntegration,
): Mistakes {
  if (declared.has(objectName)) return
  const [infinitive, verb] = verbs[action]
  const theirs = findObjectName(objectName, manifest)
  const message =
    theirs !== objectName && declared.has(theirs)
      ? `Use the provider's name: \`${theirs}\`.`
      : [
          `The integration does not ${infinitive} ${objectName}.`,
          didYouMean(objectName, [...declared.keys()].slice(0, maxCompared)),
          describeObjects(verb, declared.keys(), manifest),
        ]
          .filter(Boolean)
          .join(' ')
  yield { path: `${action}.objects.${objectName}`, value: objectName, message }
}

function* checkReadObject(
  objectName: string,
  config: ReadConfigObject,
  declared: ReadonlyMap<string, IntegrationObject>,
  context: ConfigContext,
): Mistakes {
  const place = `read.objects.${objectName}`
  const object = declared.get(objectName)
  for (const mistake of findTimeMistakes(config, context.minimumIntervalMinutes)) {
    yield { ...mistake, path: `${place}.${mistake.path}` }
  }
  yield* checkConfiguredDestination(place, config.destination, context)
  yield* checkFilters(`${place}.fieldFilters`, config.fieldFilters)
  yield* checkFilters(`${place}.backfill.fieldFilters`, config.backfill?.fieldFilters)
  yield* checkRecordFilter(`${place}.filter`, config.filter, context)
  if (!object) return
  if (context.isByEndUser) yield* checkOfferedTimes(place, object, config)
  yield* checkSelectedFields(place, object, config)
  yield* checkConfiguredMappings(place, object, config)
}

/** Where the manifest offers times to choose from, others are the builder's to set. */
function* checkOfferedTimes(
  place: string,
  { schedule, scheduleChoices, backfill }: IntegrationObject,
  config: ReadConfigObject,
): Mistakes {
  const chosen = config.schedule
  if (scheduleChoices && chosen !== undefined && ![schedule, ...scheduleChoices].includes(chosen)) {
    const message = `The integration does not offer this schedule. It offers ${[...new Set([schedule, ...scheduleChoices])].filter(Boolean).join(', ')}.`
    yield { path: `${place}.schedule`, value: chosen, message }
  }
  const period = config.backfill?.defaultPeriod
  const offered = backfill?.periodChoices && [backfill.defaultPeriod, ...backfill.periodChoices]
  if (period && offered && !offered.some((one) => coversSamePeriod(one, period))) {
    const message = 'The integration does not offer this period.'
    yield { path: `${place}.backfill.defaultPeriod`, value: period, message }
  }
}

const coversSamePeriod = (a: DefaultPeriod, b: DefaultPeriod): boolean =>
  (a.fullHistory === true) === (b.fullHistory === true) &&
  (a.fullHistory === true || a.days === b.days)

/** A customer restricts what the manifest lets agents do, and extends nothing. */
function* checkTools(tools: ConfigContent['tools'], manifest: ManifestIntegration): Mistakes {
  const declared = keyByName(manifest.tools?.objects)
  for (const [objectName, { actions = {} }] of Object.entries(tools?.objects ?? {})) {
    const offered = declared.get(objectName)?.actions
    if (!offered) {
      const detail = `The integration has no tools for ${objectName}.`
      const message = withSuggestion(detail, objectName, declared.keys())
      yield { path: `tools.objects.${objectName}`, value: objectName, message }
      continue
    }
    for (const [action, access] of Object.entries(actions) as [ToolAction, ToolAccess][]) {
      const path = `tools.objects.${objectName}.actions.${action}`
      if (access !== 'never' && !offered.includes(action)) {
        const message = `The integration does not let agents ${action} ${objectName}.`
        yield { path, value: access, message }
      } else if (access === 'confirm' && !writingActions.some((one) => one === action)) {
        const message = `\`${action}\` changes nothing, so there is nothing to confirm.`
        yield { path, value: access, message }
      }
    }
  }
  const access = tools?.proxy?.access
  if (access === undefined || access === 'never' || manifest.tools?.proxy) return
  const message = 'The integration does not let agents call the provider.'
  yield { path: 'tools.proxy.access', value: access, message }
}

function* checkRecordFilter(
  place: string,
  filter: ReadConfigObject['filter'],
  { isByEndUser }: ConfigContext,
): Mistakes {
  if (!filter) return
  if (isByEndUser) {
    const message = 'Only your server can set the filter of an installation, with an API key.'
    yield { path: place, value: filter, message }
  }
  for (const { steps, message, value } of findFilterMistakes(filter)) {
    const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    yield { path: `${place}${path}`, message, ...(value !== undefined && { value }) }
  }
}

function* checkFilters(place: string, filters: ReadConfigObject['fieldFilters'] = []): Mistakes {
  for (const [index, { fieldName, value }] of filters.entries()) {
    yield* checkFieldPath(`${place}[${index}].fieldName`, fieldName)
    if (['string', 'number', 'boolean'].includes(typeof value)) continue
    const message = 'Compare with a text, a number or a boolean.'
    yield { path: `${place}[${index}].value`, message }
  }
}

function* checkSelectedFields(
  place: string,
  object: IntegrationObject,
  { selectedFields = {} }: ReadConfigObject,
): Mistakes {
  if (object.optionalFieldsAuto === 'all') {
    for (const fieldName of Object.keys(selectedFields)) {
      yield* checkFieldPath(`${place}.selectedFields.${fieldName}`, fieldName)
    }
    return
  }
  const offered = new Set(listFields(object).flatMap(({ fieldName }) => fieldName ?? []))
  for (const [fieldName, isSelected] of Object.entries(selectedFields)) {
    if (!isSelected || offered.has(fieldName)) continue
    const detail = `The integration does not offer the field ${fieldName} of ${object.objectName}.`
    const message = withSuggestion(detail, fieldName, offered)
    yield { path: `${place}.selectedFields.${fieldName}`, value: fieldName, message }
  }
}

function* checkConfiguredMappings(
  place: string,
  object: IntegrationObject,
  config: ReadConfigObject,
): Mistakes {
  const { dynamicMappingsInput = [], selectedFieldMappings = {} } = config
  for (const [index, { mapToName, fieldName }] of dynamicMappingsInput.entries()) {
    const path = `${place}.dynamicMappingsInput[${index}]`
    yield* checkFieldPath(`${path}.mapToName`, mapToName)
    yield* checkFieldPath(`${path}.fieldName`, fieldName)
  }
  yield* checkDynamicNames(place, object, dynamicMappingsInput)
  const fixed = new Map(
    listFields(object).map(({ fieldName, mapToName }) => [mapToName, fieldName]),
  )
  const checkFixed = function* (path: string, mapToName: string, fieldName?: string): Mistakes {
    const theirs = fixed.get(mapToName)
    if (theirs === undefined || fieldName === undefined || fieldName === theirs) return
    const message = `The integration reads ${mapToName} of ${object.objectName} from ${theirs}.`
    yield { path, value: fieldName, message }
  }
  for (const [index, { mapToName, fieldName }] of dynamicMappingsInput.entries()) {
    yield* checkFixed(`${place}.dynamicMappingsInput[${index}].fieldName`, mapToName, fieldName)
  }
  const names = new Set([
    ...listFields(object).flatMap(({ mapToName }) => mapToName ?? []),
    ...dynamicMappingsInput.map(({ mapToName }) => mapToName),
  ])
  for (const [key, mappings] of Object.entries({
    selectedFieldMappings,
    selectedValueMappings: config.selectedValueMappings ?? {},
  })) {
    for (const [mapToName, value] of Object.entries(mappings)) {
      if (value === '') continue
      const path = `${place}.${key}.${mapToName}`
      if (!names.has(mapToName)) {
        const message = `The integration has no mapping ${mapToName} of ${object.objectName}.`
        yield { path, message: withSuggestion(message, mapToName, names) }
      }
      if (typeof value !== 'string') continue
      yield* checkFieldPath(path, value)
      yield* checkFixed(path, mapToName, value)
    }
  }
  if (config.disabled) return
  for (const mapToName of findMissingMappings(object, config)) {
    const path = `${place}.selectedFieldMappings.${mapToName}`
    yield { path, message: `Choose a field for ${mapToName}.`, lacking: object.objectName }
  }
}

/** A field of the customer's page gets no name that another has, or that is within another. */
function* checkDynamicNames(
  place: string,
  object: IntegrationObject,
  inputs: NonNullable<ReadConfigObject['dynamicMappingsInput']>,
): Mistakes {
  const names = new MappedNames()
  const computed: { mapToName?: string | undefined }[] = object.computedFields ?? []
  for (const { mapToName } of [...listFields(object), ...computed]) {
    const steps = mapToName === undefined ? undefined : splitFieldName(mapToName)
    if (steps) names.add(steps)
  }
  const own = new Set<string>()
  for (const [index, { mapToName }] of inputs.entries()) {
    const steps = splitFieldName(mapToName)
    if (!steps) continue
    const isOfManifest = listFields(object).some((field) => field.mapToName === mapToName)
    // The page may repeat a field of the manifest, to map its values.
    if (own.has(mapToName) || (!isOfManifest && names.collidesWith(steps))) {
      const message = `Another field of the object is already mapped to \`${mapToName}\`.`
      yield { path: `${place}.dynamicMappingsInput[${index}].mapToName`, value: mapToName, message }
    }
    own.add(mapToName)
    names.add(steps)
  }
}

function* checkFieldPath(path: string, name: string | undefined): Mistakes {
  if (name === undefined || splitFieldName(name)) return
  const message = `\`${name.slice(0, 100)}\` is not a valid field path. Write \`$['outer']['inner']\`.`
  yield { path, value: name, message }
}

/** Returns the required fields that the user has to map and has not mapped. */
export const findMissingMappings = (
  { requiredFields = [] }: IntegrationObject,
  { selectedFieldMappings = {} }: ReadConfigObject,
): string[] =>
  requiredFields.flatMap((field) => {
    if ('fieldName' in field) return []
    const { mapToName } = field
    const isMapped = Object.hasOwn(selectedFieldMappings, mapToName)
    return isMapped && selectedFieldMappings[mapToName] !== '' ? [] : [mapToName]
  })

function* checkWriteObject(
  objectName: string,
  config: WriteConfigObject,
  object: NonNullable<NonNullable<ManifestIntegration['write']>['objects']>[number] | undefined,
): Mistakes {
  const place = `write.objects.${objectName}`
  if (!object) return
  for (const [name, setting] of Object.entries(config.selectedFieldSettings ?? {})) {
    if (setting.default === undefined || Object.values(setting.default).length === 1) continue
    const path = `${place}.selectedFieldSettings.${name}.default`
    yield { path, message: 'Set exactly one of stringValue, integerValue and booleanValue.' }
  }
  if (object.valueDefaults?.allowAnyFields === true) return
  const message =
    'The integration does not allow default values. Set `valueDefaults.allowAnyFields` in its manifest.'
  if (config.selectedValueDefaults) yield { path: `${place}.selectedValueDefaults`, message }
  for (const [name, setting] of Object.entries(config.selectedFieldSettings ?? {})) {
    if (setting.default === undefined) continue
    yield { path: `${place}.selectedFieldSettings.${name}.default`, message }
  }
}

const changes = {
  createEvent: 'created',
  updateEvent: 'changed',
  deleteEvent: 'deleted',
} as const

/** Members of a subscription whose messages contain the fields of read records. */
const recordEvents = [
  'createEvent',
  'updateEvent',
  'deleteEvent',
  'associationChangeEvent',
] as const

function* checkSubscribeObject(
  place: string,
  config: NonNullable<ConfigContent['subscribe']>['objects'][string],
  object: NonNullable<NonNullable<ManifestIntegration['subscribe']>['objects']>[number] | undefined,
): Mistakes {
  const { requiredWatchFields = [], watchFieldsAuto } = config.updateEvent ?? {}
  if (requiredWatchFields.length > 0 && watchFieldsAuto !== undefined) {
    const message = 'Set one of `requiredWatchFields` and `watchFieldsAuto`.'
    yield { path: `${place}.updateEvent`, message }
  }
  for (const [index, fieldName] of requiredWatchFields.entries()) {
    if (!isNested(fieldName)) continue
    const message = 'A nested field cannot be watched; watch the field that contains it.'
    yield {
      path: `${place}.updateEvent.requiredWatchFields[${index}]`,
      value: fieldName,
      message,
    }
  }
  if (config.updateEvent?.requiredWatchFields?.length === 0 && watchFieldsAuto === undefined) {
    const message = 'Name at least one field, or omit it to watch those of the integration.'
    yield { path: `${place}.updateEvent.requiredWatchFields`, message }
  }
  if (!object) return
  const recordEvent = recordEvents.find((name) => object[name] !== undefined)
  if (recordEvent && !config.inheritFieldsAndMappings) {
    const message = `With \`${recordEvent}\`, \`inheritFieldsAndMappings\` must be \`true\`.`
    yield { path: `${place}.inheritFieldsAndMappings`, value: false, message }
  }
  for (const event of ['createEvent', 'updateEvent', 'deleteEvent'] as const) {
    const enabled = config[event]?.enabled
    const path = `${place}.${event}.enabled`
    const records = `${changes[event]} records of ${object.objectName}`
    if (enabled === 'never' && object[event]?.enabled === 'always') {
      yield { path, value: enabled, message: `The integration always sends ${records}.` }
    }
    if (enabled === 'always' && object[event] === undefined) {
      yield { path, value: enabled, message: `The integration does not send ${records}.` }
    }
  }
  const offered = new Set(object.otherEvents)
  for (const [index, event] of (config.otherEvents ?? []).entries()) {
    if (offered.has(event)) continue
    const detail = `The integration does not offer the event ${event} of ${object.objectName}.`
    yield {
      path: `${place}.otherEvents[${index}]`,
      value: event,
      message: withSuggestion(detail, event, offered),
    }
  }
}

function* checkConfiguredDestination(
  place: string,
  name: string | undefined,
  { destinations }: ConfigContext,
): Mistakes {
  if (name === undefined || !destinations || destinations.has(name)) return
  const message = `The project has no destination ${name}.`
  yield { path: `${place}.destination`, value: name, message }
}

/** More names take long to compare. */
const maxCompared = 100

/** Adds a similar name to the message. */
function withSuggestion(message: string, name: string, names: Iterable<string>): string {
  const suggestion = didYouMean(name, [...names].slice(0, maxCompared))
  return [message, suggestion].filter(Boolean).join(' ')
}

const listFields = ({ requiredFields = [], optionalFields = [] }: IntegrationObject) =>
  [...requiredFields, ...optionalFields].map((field: IntegrationField) => ({
    fieldName: 'fieldName' in field ? field.fieldName : undefined,
    mapToName: field.mapToName,
  }))

const keyByName = <T extends { objectName: string }>(objects: readonly T[] = []) =>
  new Map(objects.map((object) => [object.objectName, object]))
