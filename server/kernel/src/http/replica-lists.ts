import { isReplicaList, type OperationDefinition } from '@platform/contract'
import type { Db } from '../db/database.ts'
import type { Replica } from '../db/replica/replica.ts'
import { returnsSecrets } from './operation-effects.ts'
import type { AnyCall, AnyStages } from './stages.ts'

/**
 * Of a list: the position of the caller's last write, or `any`. Of the reply to a change: the
 * position that shows it.
 */
const positionHeader = 'x-platform-position'
/** Greatest age of a list from a replica, in milliseconds. */
const ageHeader = 'x-platform-replica-age'

/** Builders and servers; end users and their pages always see the current state. */
const mayReadReplica = ({ caller }: AnyCall) => caller.kind === 'builder' || caller.kind === 'full'

/**
 * Returns the list from a replica if the caller names the position of its last write, and the
 * replica shows it. Otherwise returns undefined. The caller has been admitted by the primary.
 */
export async function listFromReplica(
  replica: Replica | undefined,
  operation: OperationDefinition,
  stages: AnyStages,
  call: AnyCall,
): Promise<unknown> {
  const position = call.request.headers[positionHeader]
  if (!replica || typeof position !== 'string' || !isReplicaList(operation)) return undefined
  if (!mayReadReplica(call) || returnsSecrets(call)) return undefined
  const carryOut = (db: Db) => stages.carryOut({ ...call, db }, undefined)
  const read = await replica.read(call.project.id, position, carryOut)
  if (!read) return undefined
  call.reply.header(ageHeader, String(Math.ceil(read.ageMs)))
  return read.list
}

/** Adds the position that shows the change to its reply. */
export async function addPosition(replica: Replica | undefined, call: AnyCall): Promise<void> {
  if (!replica || !mayReadReplica(call)) return
  const position = await replica.position()
  if (position) call.reply.header(positionHeader, position)
}
