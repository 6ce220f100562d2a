import type { Connector, WriteRecord } from '@platform/connector'
import type { InputValidationIssue, ManifestIntegration, WriteRequest } from '@platform/contract'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { getOwn } from '@platform/kernel/values'
import { findObjectName } from '@platform/manifest'
import type { WritePlan } from './plan-write.ts'

/** Rejects contradictory members; no member of the request is ignored. */
export function mustAgree(request: WriteRequest): void {
  const issues: InputValidationIssue[] = []
  const reject = (name: string, detail: string) => issues.push({ in: 'body', name, detail })

  if ((request.record === undefined) === (request.batch === undefined)) {
    reject('record', 'Send either `record` or `batch`.')
  }
  if (request.batch && request.associations) {
    reject('associations', 'In a batch, set `associations` on each record.')
  }
  if (request.batchPolicy && !request.batch) {
    reject('batchPolicy', 'The option requires a `batch`.')
  }
  if (request.mode === 'synchronous') {
    for (const name of ['retryPolicy', 'autoBatchPolicy'] as const) {
      if (request[name]) reject(name, 'The option requires `mode: asynchronous`.')
    }
  }
  if (request.autoBatchPolicy && request.retryPolicy) {
    reject('retryPolicy', 'Use `autoBatchPolicy.retryDeadlineHours`.')
  }
  if (request.autoBatchPolicy && request.batchPolicy?.allOrNone) {
    reject('batchPolicy.allOrNone', 'Collected records cannot be written all-or-none.')
  }
  if ((request.type === 'upsert') !== (request.keyField !== undefined)) {
    reject('keyField', 'Required for upserts, and not allowed for other types.')
  }
  if (request.type === 'upsert' && request.batchPolicy?.allOrNone) {
    reject('batchPolicy.allOrNone', 'Upserts cannot be written all-or-none.')
  }
  for (const name of conditionNames) {
    if (request.batch && request[name] !== undefined)
      reject(name, `In a batch, set \`${name}\` on each record.`)
  }
  listWriteRecords(request).forEach((one, index) => {
    const { record, associations } = one
    const place = request.batch ? `batch[${index}].` : ''
    for (const name of conditionNames) {
      if (one[name] === undefined) continue
      if (request.type !== 'update' && request.type !== 'delete')
        reject(`${place}${name}`, 'Conditions require the type `update` or `delete`.')
      if (request.autoBatchPolicy)
        reject(`${place}${name}`, 'Records with conditions cannot be collected.')
    }
    const { id } = record
    if (request.type === 'upsert' && id !== undefined && request.keyField !== 'id') {
      reject(`${place}record.id`, 'An upsert finds the record by its key: leave out `id`.')
    }
    const needsId = request.type === 'update' || request.type === 'delete'
    if (needsId && (typeof id !== 'string' || id === '')) {
      reject(`${place}record.id`, `Set the provider’s ID of the record to ${request.type}.`)
    }
    if (request.type === 'delete' && associations) {
      reject(`${place}associations`, 'Deletions do not accept this.')
    }
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

type Association = NonNullable<WriteRequest['associations']>[number]

/** Replaces the builder's name of the associated object by that of the provider. */
export function nameObject({ to, ...association }: Association, manifest: ManifestIntegration) {
  const { objectName } = to
  const named = objectName !== undefined && { objectName: findObjectName(objectName, manifest) }
  return { ...association, to: { ...to, ...named } }
}

const conditionNames = ['expected', 'ifUnmodifiedSince'] as const

export const listWriteRecords = ({
  record,
  batch,
  associations,
  expected,
  ifUnmodifiedSince,
}: WriteRequest): NonNullable<WriteRequest['batch']> =>
  batch ?? (record ? [{ record, associations, expected, ifUnmodifiedSince }] : [])

/** Checks that every record of an upsert has a value for the key. */
export function mustHaveKeys(
  { keyField, batch }: WriteRequest,
  records: readonly WriteRecord[],
  keyFieldName: string,
): void {
  const issues = records.flatMap(({ fields }, index): InputValidationIssue[] => {
    const value = fields[keyFieldName]
    const isKey = ['string', 'number'].includes(typeof value) && String(value).trim() !== ''
    const place = batch ? `batch[${index}].record` : 'record'
    const detail = 'Set the value of the key field.'
    return isKey ? [] : [{ in: 'body', name: `${place}.${keyField}`, value, detail }]
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

/** For providers without upserts, the record is looked up first. */
function isPossible(type: WriteRequest['type'], connector: Connector | undefined): boolean {
  const { writing, search } = connector ?? {}
  const isSimple = (one: WriteRequest['type']) => writing?.types.includes(one) ?? false
  if (type !== 'upsert' || isSimple(type)) return isSimple(type)
  return search !== undefined && isSimple('create') && isSimple('update')
}

/** Checks that the catalogue entry allows upserts of the object by this key field. */
export function mustBeUpsertable(
  { keyField }: WriteRequest,
  {
    objectName,
    keyFieldName,
    connector,
  }: { objectName: string; keyFieldName: string; connector: Connector | undefined },
): void {
  if (connector?.writing?.types.includes('upsert')) return
  const object = getOwn(connector?.knownObjects?.(), objectName)
  if (!object) return
  const { displayName, writes, searchFields } = object
  const missing = (['create', 'update'] as const).find((type) => !writes.includes(type))
  if (missing) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: 'upsert',
      detail: `${displayName} cannot be ${missing}d, so they cannot be upserted. Possible types: ${writes.join(', ') || 'none'}.`,
    })
  }
  if (searchFields.length === 0) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: 'upsert',
      detail: `${displayName} cannot be upserted: the provider cannot find them by the value of a field. Check with a read whether the record exists, then send \`create\`, or \`update\` with its ID.`,
    })
  }
  if (!searchFields.includes(keyFieldName)) {
    throw invalidInput({
      in: 'body',
      name: 'keyField',
      value: keyField,
      detail: `${displayName} cannot be found by ${keyFieldName}. Fields that can be the key: ${searchFields.join(', ')}.`,
    })
  }
}

export function mustBeAllowed(
  request: WriteRequest,
  plan: WritePlan,
  connector: Connector | undefined,
): void {
  const { type } = request
  const { writing } = connector ?? {}
  if (!writing || !isPossible(type, connector)) {
    throw invalidInput({
      in: 'body',
      name: 'type',
      value: type,
      detail:
        type === 'upsert'
          ? 'This provider has no upsert, and no search for one. Check with a read whether the record exists, then send `create`, or `update` with its ID.'
          : `The type ${type} is not supported for this provider.`,
    })
  }
  if (type === 'delete' && !plan.isDeletionEnabled) {
    throw new Problem('deletion-not-enabled', {
      detail: `The installation does not allow deleting ${plan.objectName}.`,
    })
  }
  const records = listWriteRecords(request)
  const conditional = records.find((one) => conditionNames.some((name) => one[name] !== undefined))
  if (conditional) mustBeCheckable(conditional, plan, connector)
  if (request.batchPolicy?.allOrNone) {
    const atOnce = writing.batchSizes[type] ?? 1
    if (!writing.allOrNone.includes(type) || records.length > atOnce) {
      throw invalidInput({
        in: 'body',
        name: 'batchPolicy.allOrNone',
        value: true,
        detail: writing.allOrNone.includes(type)
          ? `The provider supports this for at most ${atOnce} records.`
          : 'The provider does not support this.',
      })
    }
  }
  if (!writing.associations && records.some(({ associations }) => associations?.length)) {
    throw invalidInput({
      in: 'body',
      name: 'associations',
      detail: 'Writing associations is not supported for this provider.',
    })
  }
}

/** Checks that the condition of a record can be checked. */
function mustBeCheckable(
  { expected, ifUnmodifiedSince }: NonNullable<WriteRequest['batch']>[number],
  { onConflict }: WritePlan,
  connector: Connector | undefined,
): void {
  const name = expected ? 'expected' : 'ifUnmodifiedSince'
  if (onConflict !== 'overwrite' && !connector?.subscribing) {
    const detail = 'The condition cannot be checked: records of this provider are not read by ID.'
    throw invalidInput({ in: 'body', name, detail })
  }
  if (onConflict === 'latest' && ifUnmodifiedSince === undefined) {
    const detail = 'Required, because `onConflict` of the object is `latest`.'
    throw invalidInput({ in: 'body', name: 'ifUnmodifiedSince', detail })
  }
}
