import type { EventGap, ProviderEvent } from '@platform/connector'

/** A Change Data Capture event within a message. */
export interface ChangeEvent {
  payload: { ChangeEventHeader: ChangeEventHeader } & Record<string, unknown>
  event: { replayId: number }
}

interface ChangeEventHeader {
  entityName: string
  recordIds: string[]
  changeType: string
  transactionKey: string
  sequenceNumber: number
  commitTimestamp: number
  changedFields?: unknown
  changeOrigin?: unknown
}

export function isChangeEvent(data: unknown): data is ChangeEvent {
  const { payload, event } = (data ?? {}) as Partial<ChangeEvent>
  const { entityName, recordIds, changeType, commitTimestamp } = payload?.ChangeEventHeader ?? {}
  return (
    Number.isSafeInteger(event?.replayId) &&
    typeof entityName === 'string' &&
    isTexts(recordIds) &&
    recordIds.length > 0 &&
    typeof changeType === 'string' &&
    typeof commitTimestamp === 'number' &&
    !Number.isNaN(new Date(commitTimestamp).getTime())
  )
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Returns where to look for the changes of an event that is not one as Salesforce specifies it. */
export const makeGapOfUnknown = (objectName: string, since: number): EventGap => ({
  objectName,
  since: new Date(since).toISOString(),
  reason: 'Salesforce sent an event in an unknown form.',
})

const types: Readonly<Record<string, ProviderEvent['type']>> = {
  CREATE: 'create',
  UPDATE: 'update',
  DELETE: 'delete',
  // A gap event contains what happened to a record, but none of its fields.
  GAP_CREATE: 'create',
  GAP_UPDATE: 'update',
  GAP_DELETE: 'delete',
}

/** Returns one event per record; none for a gap, whose changes must be found by reading. */
export function toProviderEvents(change: ChangeEvent, objectName: string): ProviderEvent[] {
  const header = change.payload.ChangeEventHeader
  const { changeType, changedFields, transactionKey, sequenceNumber, commitTimestamp } = header
  if (findGap(change, objectName, 0)) return []
  const rawEvent = { ...change }
  return header.recordIds.map((recordId) => ({
    id: `${transactionKey}-${sequenceNumber}-${recordId}`,
    type: types[changeType] ?? 'other',
    objectName,
    recordId,
    time: new Date(commitTimestamp).toISOString(),
    providerEventType: changeType,
    ...findOrigin(header),
    ...(changeType === 'UPDATE' &&
      isTexts(changedFields) && { fieldsUpdated: changedFields.map(withoutCompound) }),
    rawEvent,
  }))
}

/**
 * Returns the client that a write has named in `Sforce-Call-Options`. Changes in Lightning Experience have the
 * client `SfdcInternalAPI/`, those of automation no origin. An API call without a client may be any.
 * https://developer.salesforce.com/docs/atlas.en-us.change_data_capture.meta/change_data_capture/cdc_event_fields_header.htm
 */
function findOrigin({ changeType, changeOrigin }: ChangeEventHeader): { origin?: string | null } {
  if (typeof changeOrigin !== 'string' || changeType.startsWith('GAP_')) return {}
  const [api, client] = changeOrigin.split(';client=', 2)
  if (client !== undefined) return { origin: client }
  return api === '' ? { origin: null } : {}
}

/** Returns the field names: `Name.LastName` → `LastName`, `MailingAddress.City` → `MailingCity`. */
function withoutCompound(changed: string): string {
  const [compound, part] = changed.split('.', 2)
  if (part === undefined) return changed
  return compound!.endsWith('Address') ? compound!.replace(/Address$/, part) : part
}

/** Returns a gap if Salesforce dropped events, or an event does not name its records. */
export function findGap(
  { payload: { ChangeEventHeader: header } }: ChangeEvent,
  objectName: string,
  since: number,
): EventGap | undefined {
  const isUnnamed = header.recordIds.some((id) => id.includes('*'))
  if (header.changeType !== 'GAP_OVERFLOW' && !isUnnamed) return undefined
  return {
    objectName,
    since: new Date(Math.min(since, header.commitTimestamp)).toISOString(),
    reason: `Salesforce omitted changes (${header.changeType}).`,
  }
}
