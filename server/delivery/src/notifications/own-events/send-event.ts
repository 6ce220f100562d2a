import {
  maxOwnEventBytes,
  type DestinationId,
  type OwnEventType,
  type ProjectId,
  type SentEvent,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Emitter } from '../emitter.ts'
import { listMismatches } from './check-schema.ts'
import { requireEventType } from './event-types.ts'

/** Sends an event of the builder to the destinations of its type, in the transaction of the request. */
export async function sendEvent(
  { emitOwn }: Pick<Emitter, 'emitOwn'>,
  db: Db,
  event: {
    projectId: ProjectId
    type: OwnEventType
    groupRef?: string | undefined
    groupName?: string | undefined
    data: Record<string, unknown>
  },
): Promise<SentEvent> {
  const bytes = Buffer.byteLength(JSON.stringify(event.data))
  if (bytes > maxOwnEventBytes) {
    const detail = `The data has ${bytes} bytes. Events have up to ${maxOwnEventBytes}.`
    throw invalidInput({ in: 'body', name: 'data', detail })
  }
  return inTransaction(db, async (tx) => {
    const { schema } = await requireEventType(tx, event.type)
    const mismatches = schema ? listMismatches(schema, event.data) : []
    if (mismatches.length > 0) {
      throw invalidInput(
        ...mismatches.map(({ path, detail }) => ({
          in: 'body' as const,
          name: `data${path}`,
          detail,
        })),
      )
    }
    const { id, destinations } = await emitOwn(tx, event)
    return toSentEvent(event, { id, destinations })
  })
}

const toSentEvent = (
  {
    projectId,
    type,
    groupRef,
  }: { projectId: ProjectId; type: OwnEventType; groupRef?: string | undefined },
  { id, destinations }: { id: SentEvent['id']; destinations: readonly DestinationId[] },
): SentEvent => ({
  id,
  projectId,
  type,
  ...(groupRef !== undefined && { groupRef }),
  deliveries: destinations.length,
  createTime: new Date(timeOfId(id)).toISOString(),
})
