import {
  ProviderError,
  type ProviderClient,
  type UpsertFieldsRequest,
  type UpsertFieldsResult,
} from '@platform/connector'
import { concurrently } from '../../concurrently.ts'
import { formatFieldCount } from '../../custom-fields/counted-fields.ts'
import { effectiveType } from '../../custom-fields/effective-type.ts'
import {
  chunks,
  rejectionOfObject,
  UpsertRun,
  addWarnings,
  type RequestedField,
  type UpsertStep,
} from '../../custom-fields/upsert-run.ts'
import { requireValue } from '../../require-value.ts'
import { properties, type HubspotProperty } from '../describe.ts'
import { toObjectType } from '../objects.ts'
import {
  createLabel,
  findLabel,
  listIgnoredByLabels,
  type AssociationLabel,
} from './association-labels.ts'
import { mergeProperty } from './merge.ts'
import { toWantedProperty, type WantedProperty } from './property-definition.ts'
import {
  createProperties,
  ensureGroup,
  propertyGroupName,
  updateProperty,
} from './property-calls.ts'

const callsAtATime = 4
/** Maximum number of properties per call. */
const maxBatch = 100

interface NewProperty {
  requested: RequestedField
  wanted: WantedProperty
}

export async function upsertProperties(
  client: ProviderClient,
  request: UpsertFieldsRequest,
): Promise<UpsertFieldsResult> {
  const run = new UpsertRun(request)
  const byObject = Map.groupBy(run.fields, ({ objectName }) => objectName)
  const planned = await concurrently([...byObject], callsAtATime, ([objectName, fields]) =>
    run.inStep(async () => {
      const object = { objectType: toObjectType(objectName), fields }
      const steps = await planObject(client, run, object).catch(rejectionOfObject)
      if (steps instanceof ProviderError) rejectObject(run, fields, steps)
      return steps
    }),
  )
  const [first] = planned
  if (first instanceof ProviderError && planned.every((one) => one instanceof ProviderError)) {
    throw first
  }
  const steps = planned.flatMap((one) => (one instanceof ProviderError ? [] : one))
  await run.report(`Compared ${formatFieldCount(run.fields)} with the existing ones`)
  await run.carryOut(steps, callsAtATime)
  return run.result()
}

/** Rejects the remaining fields of an object that the provider rejects. */
function rejectObject(
  run: UpsertRun,
  fields: readonly RequestedField[],
  error: ProviderError,
): void {
  for (const field of fields) if (!run.findOutcome(field)) run.reject(field, error)
}

/** Compares the fields of one object with the existing ones; returns the necessary changes. */
async function planObject(
  client: ProviderClient,
  run: UpsertRun,
  { objectType, fields }: { objectType: string; fields: readonly RequestedField[] },
): Promise<UpsertStep[]> {
  const byName = new Map(
    (await properties(client, objectType)).map((property) => [property.name, property]),
  )
  const steps: UpsertStep[] = []
  const created: NewProperty[] = []
  for (const requested of fields) {
    if (effectiveType(requested.definition) === 'reference') {
      const step = await planLabel(client, run, { requested, from: objectType })
      if (step) steps.push(step)
      continue
    }
    const wanted = toWantedProperty(requested.definition)
    const present = byName.get(wanted.name)
    if (present) steps.push(...planChange(client, run, { requested, wanted, present, objectType }))
    else if (wanted.name.startsWith('hs_')) {
      const message = `${wanted.name} starts with hs_, which is reserved for HubSpot's own properties.`
      run.reject(requested, new ProviderError('bad-request', message), wanted.warnings)
    } else created.push({ requested, wanted })
  }
  if (created.length === 0) return steps

  if (run.request.dryRun) {
    for (const { requested, wanted } of created) recordCreated(run, { requested, wanted })
    return steps
  }
  const group = once(() => ensureGroup(client, objectType, run.request.signal))
  const batches = chunks(created, maxBatch).map((part): UpsertStep => ({
    fields: part.map(({ requested }) => requested),
    message: `Created ${part.map(({ wanted }) => `${objectType}.${wanted.name}`).join(', ')}`,
    async run() {
      await group()
      await create(client, run, { objectType, part })
    },
  }))
  return [...steps, ...batches]
}

const once = <T>(act: () => Promise<T>) => {
  let result: Promise<T> | undefined
  return () => (result ??= act())
}

function planChange(
  client: ProviderClient,
  run: UpsertRun,
  {
    requested,
    wanted,
    present,
    objectType,
  }: NewProperty & { present: HubspotProperty; objectType: string },
): UpsertStep[] {
  const merge = mergeProperty(present, wanted)
  const { warnings } = merge
  if (merge.do === 'refuse') {
    run.reject(requested, merge.error, warnings)
    return []
  }
  if (merge.do === 'nothing') {
    run.setResult(requested, {
      action: 'none',
      metadata: makeMetadata(present),
      ...addWarnings(warnings),
    })
    return []
  }
  const { changes } = merge
  if (run.request.dryRun) {
    const metadata = makeMetadata({ ...present, ...changes })
    run.setResult(requested, { action: 'update', metadata, ...addWarnings(warnings) })
    return []
  }
  const change = { objectType, name: wanted.name, changes }
  return [
    {
      fields: [requested],
      message: `Changed ${objectType}.${wanted.name}`,
      async run() {
        const property = await updateProperty(client, change, run.request.signal)
        run.setResult(requested, {
          action: 'update',
          metadata: makeMetadata(property),
          ...addWarnings(warnings),
        })
      },
    },
  ]
}

/** Creates properties in one call; those created concurrently by others are compared again. */
async function create(
  client: ProviderClient,
  run: UpsertRun,
  { objectType, part }: { objectType: string; part: readonly NewProperty[] },
): Promise<void> {
  const { signal } = run.request
  const inputs = part.map(({ wanted }) => propertyToCreate(wanted))
  const outcomes = await createProperties(client, { objectType, inputs }, signal)
  const existing: NewProperty[] = []
  for (const field of part) {
    const outcome = requireValue(outcomes.get(field.wanted.name))
    if (!(outcome instanceof ProviderError)) recordCreated(run, field, outcome)
    else if (outcome.code === 'OBJECT_ALREADY_EXISTS') existing.push(field)
    else run.reject(field.requested, outcome, field.wanted.warnings)
  }
  if (existing.length === 0) return

  const byName = new Map(
    (await properties(client, objectType)).map((property) => [property.name, property]),
  )
  for (const field of existing) {
    const present = byName.get(field.wanted.name)
    if (!present) {
      const error = outcomes.get(field.wanted.name) as ProviderError
      run.reject(field.requested, error, field.wanted.warnings)
      continue
    }
    for (const step of planChange(client, run, { ...field, present, objectType })) await step.run()
  }
}

function propertyToCreate(wanted: WantedProperty) {
  const { name, label, description, type, defaultFieldType, options, hasUniqueValue } = wanted
  return {
    name,
    label,
    groupName: propertyGroupName,
    type,
    fieldType: defaultFieldType,
    ...(description !== undefined && { description }),
    ...(options && { options }),
    ...(hasUniqueValue && { hasUniqueValue }),
  }
}

function recordCreated(
  run: UpsertRun,
  { requested, wanted }: NewProperty,
  property: { name: string } = propertyToCreate(wanted),
): void {
  const metadata = makeMetadata(property)
  run.setResult(requested, { action: 'create', metadata, ...addWarnings(wanted.warnings) })
}

const makeMetadata = (property: { name: string }): Record<string, unknown> => ({
  providerFieldName: property.name,
  ...property,
})

async function planLabel(
  client: ProviderClient,
  run: UpsertRun,
  { requested, from }: { requested: RequestedField; from: string },
): Promise<UpsertStep | undefined> {
  const { definition } = requested
  const { signal, dryRun } = run.request
  const to = toObjectType(requireValue(definition.association).targetObject)
  const label = definition.displayName.trim()
  const warnings = listIgnoredByLabels(definition)
  const setResult = (action: 'create' | 'none', made?: AssociationLabel) =>
    run.setResult(requested, {
      action,
      metadata: made ? { ...made, associationTypeId: made.typeId } : {},
      warnings,
    })

  let present: AssociationLabel | undefined
  try {
    present = await findLabel(client, { from, to, label }, signal)
  } catch (error) {
    const isRefused =
      error instanceof ProviderError && ['bad-request', 'not-found'].includes(error.failure)
    if (!isRefused) throw error
    run.reject(requested, error, warnings)
    return undefined
  }
  if (present || dryRun) {
    setResult(present ? 'none' : 'create', present)
    return undefined
  }
  return {
    fields: [requested],
    message: `Created the association label ${label}`,
    run: async () =>
      setResult('create', await createLabel(client, { from, to, definition }, signal)),
  }
}
