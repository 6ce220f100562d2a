import type {
  DeliveredRecord,
  DeliveredRecords,
  EventId,
  PreviousRecord,
  ResultEntry,
} from '@platform/contract'
import { readDownloadOfEvent } from '@platform/delivery/downloads/downloads'
import {
  findEarlierMessages,
  getRecordMessage,
  type StoredRecordMessage,
} from '@platform/delivery/notifications/history/record-messages'
import type { MessageBodies } from '@platform/delivery/notifications/message-log/bodies'
import { findInstallation } from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'

/** Larger records are not shown. */
const maxBytes = 1_000_000

/**
 * Returns the records of a message.
 * @throws Problem `event-not-found`, `support-access-off`
 */
export async function getDeliveredRecords(
  db: Db,
  bodies: MessageBodies,
  eventId: EventId,
): Promise<DeliveredRecords> {
  const message = await getRecordMessage(db, bodies, eventId)
  const createTime = message.createTime.toISOString()
  const records = await viewRecords(db, message)
  return { ...toSubject(message), createTime, records }
}

/**
 * Returns the latest earlier version of one record of a message.
 * @throws Problem `event-not-found`, `support-access-off`
 */
export async function getPreviousRecord(
  db: Db,
  bodies: MessageBodies,
  { eventId, position }: { eventId: EventId; position: number },
): Promise<PreviousRecord> {
  const message = await getRecordMessage(db, bodies, eventId)
  const records = await viewRecords(db, message)
  const record = records[position]
  if (!record && message.records !== undefined) {
    throw invalidInput({
      in: 'query',
      name: 'position',
      value: position,
      detail: `The message has ${records.length} records, numbered from 0.`,
    })
  }
  const key = record?.record && keyOfRecord(record.record)
  if (key === undefined) return { ...toSubject(message), searchedMessages: 0 }
  const { searched, messages } = await findEarlierMessages(db, bodies, message, key)
  const subject = { ...toSubject(message), searchedMessages: searched }
  for (const { id, records: earlier } of messages) {
    if (earlier === 'download') continue
    // The last one, if a message contains several versions.
    const found = earlier.findLast((one) => keyOfRecord(one) === key)
    if (!found) continue
    const createTime = new Date(timeOfId(id)).toISOString()
    return { ...subject, previous: { eventId: id, createTime, record: found } }
  }
  return subject
}

const toSubject = ({ id, groupRef, groupName, objectName }: StoredRecordMessage) => ({
  eventId: id,
  ...(groupRef !== undefined && { groupRef, groupName }),
  ...(objectName !== undefined && { objectName }),
})

/** Returns the records of the message if the customer allows it. */
async function viewRecords(db: Db, message: StoredRecordMessage): Promise<DeliveredRecord[]> {
  const { records } = message
  if (records === undefined) return []
  await mustHaveSupportAccess(db, message)
  if (records !== 'download') return records.map(toDeliveredRecord)
  const { bytes, json } = await readDownloadOfEvent(db, message.id, { maxBytes })
  if (json === undefined) return [{ position: 0, bytes }]
  return (JSON.parse(json) as ResultEntry[]).map(toDeliveredRecord)
}

function toDeliveredRecord(record: ResultEntry, position: number): DeliveredRecord {
  const key = keyOfRecord(record)
  return {
    position,
    ...(key !== undefined && { recordId: String(key) }),
    bytes: Buffer.byteLength(JSON.stringify(record)),
    record,
  }
}

async function mustHaveSupportAccess(
  db: Db,
  { installationId, groupName }: StoredRecordMessage,
): Promise<void> {
  const installation = installationId && (await findInstallation(db, installationId))
  if (installation?.supportAccess) return
  throw new Problem(
    'support-access-off',
    installation
      ? {
          detail: `${groupName} has not turned on support access for ${installation.integrationName}.`,
        }
      : {
          detail: `${groupName} has uninstalled the integration, which ended support access.`,
          remedy: 'Nothing can be done: records of removed installations are not shown.',
        },
  )
}

/** Members that hold the ID of a record at most providers. Read records have no other. */
const idNames = ['id', 'Id', 'ID', 'uuid', 'gid']

/** Returns the ID by which versions of a record are matched; undefined if it contains none. */
function keyOfRecord({ id, raw = {} }: ResultEntry): string | number | undefined {
  const candidates = [id, ...idNames.map((name) => raw[name])]
  return candidates.find(
    (one): one is string | number =>
      (typeof one === 'string' && one !== '') || (typeof one === 'number' && Number.isFinite(one)),
  )
}
