import { hash } from 'node:crypto'
import { type Connector, type ProviderRecord, ProviderError } from '@platform/connector'
import type { ApprovalRecord } from '@platform/contract'
import { openProvider } from '@platform/connections/provider/open-provider'
import { rejectionProblem } from '@platform/connections/provider/call/refusal-problem'
import { findInstallation } from '@platform/installations/installations/installations'
import { findReadObject, planRead } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { getOwn } from '@platform/kernel/values'
import { nameOfFieldBy, planWrite } from '../plan-write.ts'
import type { NameOfField } from '../outcome.ts'
import type { WriteRow } from '../store.ts'
import type { StoredRecord } from '../tables.ts'
import { noSuchApproval } from './approval-record.ts'
import type { ApprovalRow } from './store.ts'

/** Fields of a record that is deleted; more help nobody to decide. */
const maxFieldsOfDeleted = 50

/** What a waiting write changes, as of now. */
export interface ShownChanges {
  records: ApprovalRecord[]
  /** Identifies exactly these changes. */
  shown: string
  /** By record, the present values of its fields by the provider's names; undefined if unknown. */
  present: (Record<string, unknown> | undefined)[]
}

/** Reads the present values of the records, and returns what the write changes. */
export async function readChanges(
  services: Services,
  db: Db,
  { id, installationId }: Pick<ApprovalRow, 'id' | 'installationId'>,
  { objectName, type, records }: Pick<WriteRow, 'objectName' | 'type' | 'records'>,
): Promise<ShownChanges> {
  const installation = await findInstallation(db, installationId)
  if (!installation) throw noSuchApproval(id)
  const { latest } = await findContents(db, installation)
  const { content, connectionId } = installation
  const nameOf = nameOfFieldBy(planWrite(objectName, latest, content))
  const object = findReadObject(objectName, latest)
  const readFields = object
    ? planRead(object, getOwn(content.read?.objects, objectName) ?? {}).fieldNames
    : []
  const listNames = ({ fields }: StoredRecord) =>
    type === 'delete' ? readFields.slice(0, maxFieldsOfDeleted) : Object.keys(fields)

  const { entry, client } = await openProvider(services, db, connectionId, { installationId })
  const { connector } = entry
  const ids = [...new Set(records.flatMap((record) => record.id ?? []))]
  let found: ProviderRecord[] = []
  if (connector?.subscribing && ids.length > 0) {
    const fieldNames = [...new Set(records.flatMap(listNames))]
    try {
      found = await connector.subscribing.readRecords(client, { objectName, fieldNames, ids })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw rejectionProblem(error, entry, `to read ${objectName}`)
    }
  }
  const byId = new Map(found.map((record) => [record.id, record]))
  const present = records.map((record) => {
    const before = record.id === undefined ? undefined : byId.get(record.id)
    return before && connector && pickValues(before, listNames(record), connector)
  })
  const shownRecords = records.map((record, index) =>
    toShown(record, { names: listNames(record), before: present[index], nameOf, type }),
  )
  const text = JSON.stringify([id, type, objectName, shownRecords, present])
  const shown = hash('sha256', text, 'base64url')
  return { records: shownRecords, shown, present }
}

const pickValues = (
  { raw }: ProviderRecord,
  names: readonly string[],
  { fieldValue }: Connector,
): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, fieldValue(raw, name) ?? null]))

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function toShown(
  { id, fields, ifEmpty = [], associations }: StoredRecord,
  {
    names,
    before,
    nameOf,
    type,
  }: {
    names: readonly string[]
    before: Record<string, unknown> | undefined
    nameOf: NameOfField
    type: WriteRow['type']
  },
): ApprovalRecord {
  const written = names.filter(
    (name) => !before || !ifEmpty.includes(name) || isEmpty(before[name]),
  )
  return {
    ...(id !== undefined && { recordId: id }),
    isKnown: before !== undefined,
    fields: written.map((name) => ({
      name: nameOf(name),
      ...(before && { old: before[name] }),
      ...(type !== 'delete' && { new: fields[name] }),
    })),
    ...(associations && { associations: [...associations] as ApprovalRecord['associations'] }),
  }
}

/** Adds to each record the condition that it still has the values that were shown. */
export const withPresent = (
  records: readonly StoredRecord[],
  present: ShownChanges['present'],
): StoredRecord[] =>
  records.map((record, index) => {
    const before = present[index]
    if (!before) return record
    const { condition } = record
    return {
      ...record,
      condition: {
        ...condition,
        expected: { ...before, ...condition?.expected },
        onConflict: 'reject',
      },
    }
  })
