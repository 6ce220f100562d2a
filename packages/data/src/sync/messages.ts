import type { EventId, InstallationId, ResultEntry, WebhookMessage } from '@platform/contract'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import { newId } from '@platform/kernel/db/new-id'
import { loopTurn } from '@platform/kernel/egress/loop-turn'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { objectRefOf, type ReadPlan } from '@platform/installations/integrations/read-object'
import type { OperationRow } from '@platform/installations/operations/operations'

/** Maximum size of a message to a destination. */
const maxBytes = 300_000

export type Envelope = Omit<WebhookMessage, 'resultInfo' | 'result'>

/** Members of a message about an installation's object, besides its records. */
export const readEnvelope = (
  action: WebhookMessage['action'],
  installation: InstallationRow,
  connection: ConnectionRow,
  names: Pick<ReadPlan, 'objectName' | 'mappedName'>,
): Envelope => ({
  action,
  projectId: installation.projectId,
  provider: connection.provider,
  groupRef: installation.groupRef,
  groupName: installation.groupName,
  consumerRef: connection.consumerRef,
  consumerName: connection.consumerName,
  installationId: installation.id,
  installationUpdateTime: (installation.updateTime ?? installation.createTime).toISOString(),
  ...objectRefOf(names),
  ...(connection.providerWorkspaceRef && { workspace: connection.providerWorkspaceRef }),
})

/** Returns the envelope of a read's messages. */
export const envelopeOfRead = (
  { id, createTime, readType }: OperationRow,
  installation: InstallationRow,
  connection: ConnectionRow,
  plan: ReadPlan,
): Envelope => ({
  ...readEnvelope('read', installation, connection, plan),
  operationId: id,
  operationTime: createTime.toISOString(),
  ...(readType && { readType }),
})

export interface RecordMessage {
  id: EventId
  /** JSON of a `WebhookMessage`. */
  body: string
  recordIds: string[]
}

/**
 * Packs records into messages of at most 300 KB (and at most `pageSize` records, if set). A larger
 * single record becomes a download, which `store` saves.
 */
export async function packMessages(
  envelope: Envelope,
  entries: readonly { id: string; entry: ResultEntry }[],
  {
    pageSize = Infinity,
    store,
  }: { pageSize?: number; store: (json: string, eventId: EventId) => Promise<string> },
): Promise<RecordMessage[]> {
  const head = JSON.stringify(envelope).slice(0, -1)
  const room = maxBytes - Buffer.byteLength(head) - 100
  const messages: RecordMessage[] = []
  let records: string[] = []
  let recordIds: string[] = []
  let bytes = 0

  const close = () => {
    if (records.length === 0) return
    messages.push({
      id: newId('evt'),
      body: `${head},"resultInfo":{"type":"inline","numRecords":${records.length}},"result":[${records.join(',')}]}`,
      recordIds,
    })
    records = []
    recordIds = []
    bytes = 0
  }

  const loop = loopTurn()
  for (const { id, entry } of entries) {
    if (loop.mustPause()) await loop.pause()
    const json = JSON.stringify(entry)
    const size = Buffer.byteLength(json) + 1
    if (size > room) {
      close()
      const eventId = newId('evt')
      const downloadUrl = await store(`[${json}]`, eventId)
      messages.push({
        id: eventId,
        body: `${head},"resultInfo":${JSON.stringify({ type: 'url', numRecords: 1, downloadUrl })}}`,
        recordIds: [id],
      })
      continue
    }
    if (bytes + size > room || records.length >= pageSize) close()
    records.push(json)
    recordIds.push(id)
    bytes += size
  }
  close()
  return messages
}

/** Scope of record IDs in messages: records of other objects with the same ID are unrelated. */
export const mappedRecords = (installationId: InstallationId, objectName: string): string =>
  `${installationId} ${objectName.toLowerCase()}`
