import { formatFieldCount } from '../../custom-fields/counted-fields.ts'
import {
  ProviderError,
  type ProviderClient,
  type UpsertFieldsRequest,
  type UpsertFieldsResult,
} from '@platform/connector'
import { concurrently } from '../../concurrently.ts'
import {
  chunks,
  rejectionOfObject,
  UpsertRun,
  addWarnings,
  type RequestedField,
  type UpsertStep,
} from '../../custom-fields/upsert-run.ts'
import { requireValue } from '../../require-value.ts'
import { fetchDescribe, type Describe } from '../describe.ts'
import { maxComponents, readComponents, upsertComponents } from '../metadata-api.ts'
import { objects, type SObjectDescription } from '../objects.ts'
import { toWantedField, customFieldName, type WantedField } from './custom-field.ts'
import { mergeField, readDefinition } from './merge.ts'
import { grantVisibility } from './visibility.ts'

const readsAtATime = 4

/** A field with its known state before anything is written. */
interface Field {
  requested: RequestedField
  wanted: WantedField
  /** `Account.Tier__c` */
  fullName: string
  /** Definition in the Metadata API; absent if the field does not exist. */
  present?: Record<string, unknown>
  /** Whether the connected user can see it. */
  isVisible: boolean
}

type Definition = Record<string, unknown>

export async function upsertCustomFields(
  client: ProviderClient,
  request: UpsertFieldsRequest,
): Promise<UpsertFieldsResult> {
  const run = new UpsertRun(request)
  const fields = await prepare(client, run)
  const writes: Write[] = []
  for (const field of fields) {
    const write = plan(run, field)
    if (write) writes.push(write)
  }
  await run.report(`Compared ${formatFieldCount(fields)} with the existing ones`)

  const hidden = fields.filter((field) => isHidden(run, field))
  if (request.dryRun) {
    for (const write of writes) run.setResult(write.field.requested, toOutcome(write))
    for (const field of hidden) recordGranted(run, field)
    return run.result()
  }
  await run.carryOut(writeSteps(client, run, writes))
  await grant(client, run, [...writes.map(({ field }) => field), ...hidden])
  return run.result()
}

/** Loads the existing objects, their visible fields, and the definitions. */
async function prepare(client: ProviderClient, run: UpsertRun): Promise<Field[]> {
  const byName = new Map(
    (await objects(client)).map((object) => [object.name.toLowerCase(), object]),
  )
  const objectNames = Object.keys(run.request.fields)
  const found = await concurrently(objectNames, readsAtATime, async (name) => {
    const object = byName.get(name.toLowerCase())
    if (!object) return noObject(name)
    return fetchDescribe(client, object.name).then(
      (described) => ({ object, seen: namesIn(described) }),
      rejectionOfObject,
    )
  })
  const [first] = found
  if (first instanceof ProviderError && found.every((one) => one instanceof ProviderError)) {
    throw first
  }
  const byObject = new Map(objectNames.map((name, n) => [name, requireValue(found[n])]))

  const fields = run.fields.flatMap((requested): Field[] => {
    const of = requireValue(byObject.get(requested.objectName))
    if (!(of instanceof ProviderError)) return prepareField(run, { requested, ...of, byName })
    run.reject(requested, of)
    return []
  })
  const present = await concurrently(chunks(fields, maxComponents), readsAtATime, (part) =>
    readComponents(
      client,
      'CustomField',
      part.map(({ fullName }) => fullName),
      run.request.signal,
    ),
  )
  return fields.map((field, n) => {
    const record = present.flat()[n]
    return record ? { ...field, present: readDefinition(record) } : field
  })
}

const noObject = (name: string) => {
  const message = `Salesforce has no object ${name}, or the connected user does not see it.`
  return new ProviderError('not-found', message, { code: 'INVALID_TYPE' })
}

/** Maps lower-case names to Salesforce's own. */
const namesIn = ({ fields }: Describe) =>
  new Map(fields.map(({ name }) => [name.toLowerCase(), name]))

function prepareField(
  run: UpsertRun,
  {
    requested,
    object,
    seen,
    byName,
  }: {
    requested: RequestedField
    object: SObjectDescription
    seen: ReadonlyMap<string, string>
    byName: ReadonlyMap<string, SObjectDescription>
  },
): Field[] {
  const { definition } = requested
  const name = customFieldName(definition.fieldName)
  const wanted = toWantedField(definition, { objectLabelPlural: object.labelPlural })
  const { referenceTo } = wanted.asked
  if (referenceTo !== undefined) {
    const target = byName.get(referenceTo.toLowerCase())
    if (!target) {
      const message = `Salesforce has no object ${referenceTo} for the lookup.`
      run.reject(requested, new ProviderError('bad-request', message), wanted.warnings)
      return []
    }
    wanted.asked.referenceTo = target.name
  }
  const standard =
    name === definition.fieldName.trim() ? undefined : seen.get(bareName(definition.fieldName))
  if (standard !== undefined) {
    wanted.warnings.push(`standard field ${standard} exists; ${name} is a custom field beside it`)
  } else if (name !== definition.fieldName) {
    wanted.warnings.push(`the field is named ${name} at Salesforce`)
  }
  const isVisible = seen.has(name.toLowerCase())
  return [{ requested, wanted, fullName: `${object.name}.${name}`, isVisible }]
}

const bareName = (name: string) => name.trim().toLowerCase()

interface Write {
  field: Field
  action: 'create' | 'update'
  definition: Definition
  warnings: string[]
}

/** Decides about one field; sets its outcome if there is nothing to write. */
function plan(run: UpsertRun, field: Field): Write | undefined {
  const { requested, wanted, present } = field
  if (!present && field.isVisible) {
    // Creating it would replace its definition and its values.
    const message = `Salesforce did not return the definition of ${field.fullName}.`
    run.reject(requested, new ProviderError('unavailable', message), wanted.warnings)
    return undefined
  }
  if (!present) {
    const definition = { ...wanted.defaults, ...wanted.asked }
    return { field, action: 'create', definition, warnings: wanted.warnings }
  }
  const merge = mergeField(present, wanted)
  const { warnings } = merge
  if (merge.do === 'update')
    return { field, action: 'update', definition: merge.definition, warnings }
  if (merge.do === 'refuse') run.reject(requested, merge.error, warnings)
  else {
    const metadata = makeMetadata(field, merge.definition)
    run.setResult(requested, { action: 'none', metadata, ...addWarnings(warnings) })
  }
  return undefined
}

const toOutcome = ({ field, action, definition, warnings }: Write) => ({
  action,
  metadata: makeMetadata(field, definition),
  ...addWarnings(warnings),
})

function makeMetadata({ fullName }: Field, definition: Definition): Definition {
  return { providerFieldName: fullName.split('.')[1], ...definition, fullName }
}

function writeSteps(
  client: ProviderClient,
  run: UpsertRun,
  writes: readonly Write[],
): UpsertStep[] {
  return chunks(writes, maxComponents).map((part) => ({
    fields: part.map(({ field }) => field.requested),
    message: `Wrote ${part.map(({ field }) => field.fullName).join(', ')}`,
    async run() {
      const saved = await upsertComponents(
        client,
        'CustomField',
        part.map(({ field, definition }) => ({
          ...(definition as Record<string, string>),
          fullName: field.fullName,
        })),
        run.request.signal,
      )
      for (const [n, write] of part.entries()) {
        const { created, error } = requireValue(saved[n])
        const { requested } = write.field
        if (error) run.reject(requested, error, write.warnings)
        // The field may have been created since it was read.
        else
          run.setResult(requested, toOutcome({ ...write, action: created ? 'create' : 'update' }))
      }
    },
  }))
}

/** Field permissions cannot be set for fields that are visible to everyone. */
const isPermissionable = ({ required, type }: Definition) =>
  required !== true && type !== 'MasterDetail'

/** Created by an earlier upsert that was interrupted before it could grant access. */
function isHidden(run: UpsertRun, field: Field): boolean {
  const isDone = run.findOutcome(field.requested)?.action === 'none'
  const isRefused = run.findOutcome(field.requested)?.error !== undefined
  return isDone && !isRefused && !field.isVisible && isPermissionable(requireValue(field.present))
}

/** Grants the connected user access to created fields. Without access, they exist anyway. */
async function grant(
  client: ProviderClient,
  run: UpsertRun,
  fields: readonly Field[],
): Promise<void> {
  const hidden = fields.filter((field) => {
    const outcome = run.findOutcome(field.requested)
    const isThere = outcome !== undefined && outcome.error === undefined
    return isThere && !field.isVisible && isPermissionable(requireValue(outcome.metadata))
  })
  if (hidden.length === 0) return
  try {
    const fullNames = hidden.map(({ fullName }) => fullName)
    await grantVisibility(client, fullNames, run.request.signal)
    for (const field of hidden) recordGranted(run, field)
    await run.report(`Made ${formatFieldCount(hidden)} visible to the connected user`)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    for (const field of hidden) {
      warn(run, field, `created, but not visible to the connected user: ${error.message}`)
    }
  }
}

function recordGranted(run: UpsertRun, field: Field): void {
  const outcome = requireValue(run.findOutcome(field.requested))
  if (outcome.action === 'none') run.setResult(field.requested, { ...outcome, action: 'update' })
  warn(run, field, 'only visible to the connected user until an admin grants access to others')
}

function warn(run: UpsertRun, field: Field, warning: string): void {
  const outcome = requireValue(run.findOutcome(field.requested))
  run.setResult(field.requested, { ...outcome, warnings: [...(outcome.warnings ?? []), warning] })
}
