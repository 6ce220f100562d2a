import { ProviderError, type ProviderClient, type ProviderRecord } from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { fetchDescribe, type Describe } from './describe.ts'
import { missingFieldsMessage } from './errors.ts'
import { completeRows, queryWhole } from './query.ts'
import { fieldSteps, isAddressPart, objectIdentifier, selectLists } from './soql.ts'

/**
 * Reads one record with all these fields. SOQL reports only the first invalid field, so a describe
 * finds the others.
 */
export async function salesforceSampleRead(
  client: ProviderClient,
  request: { objectName: string; fieldNames: readonly string[] },
): Promise<ProviderRecord | undefined> {
  try {
    return await readOne(client, request)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'INVALID_FIELD') throw error
    throw await namingEveryField(client, request, error)
  }
}

async function readOne(
  client: ProviderClient,
  { objectName, fieldNames }: { objectName: string; fieldNames: readonly string[] },
): Promise<ProviderRecord | undefined> {
  const from = objectIdentifier(objectName)
  const { first, further } = selectLists(fieldNames)
  const found = await queryWhole(client, `SELECT ${first} FROM ${from} LIMIT 1`)
  const rows = found.rows.slice(0, 1)
  const [row] = await completeRows(client, { rows, objectName: from, further })
  return row && { id: row.Id, raw: row }
}

async function namingEveryField(
  client: ProviderClient,
  { objectName, fieldNames }: { objectName: string; fieldNames: readonly string[] },
  refusal: ProviderError,
): Promise<ProviderError> {
  // The error is thrown with or without the names of the fields.
  const missing = await findMissing(client, objectName, fieldNames).catch(() => [])
  if (missing.length === 0) return refusal
  return new ProviderError('bad-request', missingFieldsMessage(missing, objectName), {
    status: refusal.status,
    code: refusal.code,
    fieldNames: missing,
    cause: refusal,
  })
}

async function findMissing(
  client: ProviderClient,
  objectName: string,
  fieldNames: readonly string[],
): Promise<string[]> {
  const known = new Map<string, Promise<Describe>>()
  const describeOnce = (name: string) => {
    if (!known.has(name)) known.set(name, fetchDescribe(client, name))
    return requireValue(known.get(name))
  }

  const missing: string[] = []
  for (const fieldName of fieldNames) {
    if (!(await exists(describeOnce, objectName, fieldSteps(fieldName)))) missing.push(fieldName)
  }
  return missing
}

async function exists(
  describeOnce: (objectName: string) => Promise<Describe>,
  objectName: string,
  steps: readonly string[],
): Promise<boolean> {
  const [step, ...rest] = isAddressPart(steps)
    ? [requireValue(steps[0])]
    : (steps as [string, ...string[]])
  const { fields } = await describeOnce(objectName)
  if (rest.length === 0) return fields.some(({ name }) => isSameName(name, step))

  const parents = fields.find(({ relationshipName }) => isSameName(relationshipName ?? '', step))
  for (const parent of parents?.referenceTo ?? []) {
    if (await exists(describeOnce, parent, rest)) return true
  }
  return false
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
