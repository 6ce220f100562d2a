import {
  type OrgId,
  takesKey,
  updatesRecord,
  isReplicaList,
  type OperationDefinition,
} from '@platform/contract'
import type { FastifyReply } from 'fastify'
import type { AnyView, Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Problem } from '../problems/problem.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { callerId } from './client-address.ts'
import { makeEtag, isVersion } from './documents.ts'
import { renewLeases, runOncePerKey } from './idempotency.ts'
import { changeBy, isGiven, type OperationEffects, returnsSecrets } from './operation-effects.ts'
import { createReplies, withoutVerb } from './replies.ts'
import type { AnyCall, AnyStages } from './stages.ts'
import type { Replica } from '../db/replica/replica.ts'

/** GETs that return a single record, by path. */
export type RecordReaders = ReadonlyMap<
  string,
  { operation: OperationDefinition; stages: AnyStages }
>

/** Carries out changes: `If-Match`, `Idempotency-Key`, the transaction and the audit log. */
export function createChanges({
  database,
  replies,
  readers,
  secrets,
  recordChange,
  keepReplies,
}: {
  database: Database
  replies: ReturnType<typeof createReplies>
  readers: RecordReaders
  secrets: Secrets | undefined
  recordChange: ((change: OperationEffects) => Promise<void>) | undefined
  keepReplies: number | undefined
}) {
  const leases = renewLeases(database.everything)

  const { prepare, carryOut } = createConditional({ readers, recordChange })

  /**
   * Carries out a change, or returns the stored reply of an earlier request with the same
   * `Idempotency-Key`.
   */
  async function change(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
  ): Promise<FastifyReply> {
    const { request, reply } = call
    const key = takesKey(operation) ? request.headers['idempotency-key'] : undefined
    if (key === undefined || !secrets) {
      const { url, body } = request
      const result = await carryOutOnce(operation, stages, call, { key: undefined, url, body })
      await addPosition(database.replica, call)
      return replies.send(operation, call, result)
    }
    const keyed = {
      ...getKeyScope(call),
      key: String(key),
      method: operation.method,
      url: request.url,
      body: request.body,
    }
    const stored = await runOncePerKey(
      call.db,
      { secrets, leases },
      keyed,
      prepareWork(operation, stages, call),
      { keepDays: keepReplies },
    )
    await addPosition(database.replica, call)
    return replies.replay(stored, operation, reply)
  }

  /** What a change comes to; with a key, what it came to the first time. */
  async function carryOutOnce(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
    { key, url, body }: { key: string | undefined; url: string; body: unknown },
  ): Promise<unknown> {
    if (key === undefined || !secrets) {
      const carried = await carryOut(
        operation,
        stages,
        call,
        await prepare(operation, stages, call),
      )
      return conclude(operation, stages, call, carried)
    }
    const stored = await runOncePerKey(
      call.db,
      { secrets, leases },
      { ...getKeyScope(call), key, method: operation.method, url, body },
      prepareWork(operation, stages, call),
      { keepDays: keepReplies },
    )
    return stored.body === null ? undefined : JSON.parse(stored.body)
  }

  const getKeyScope = ({ caller, project, request }: AnyCall) => ({
    scope: callerId(caller, request),
    projectId: project?.id,
  })

  const prepareWork = (operation: OperationDefinition, stages: AnyStages, call: AnyCall) => {
    return {
      prepare: stages.prepare && (() => prepare(operation, stages, call)),
      carryOut: (tx: AnyView, prepared: unknown) =>
        carryOut(operation, stages, { ...call, db: tx }, prepared),
      conclude:
        stages.conclude && (async (carried: unknown) => conclude(operation, stages, call, carried)),
      toReply: (result: unknown) => replies.toStored(operation, call, result),
    }
  }

  return { change, outcomeOf: carryOutOnce }
}

/** Returns the reply, only to who may still have it, unless it is the outcome of a change that cannot be undone. */
async function conclude(
  { method, permission }: OperationDefinition,
  stages: AnyStages,
  call: AnyCall,
  carried: unknown,
): Promise<unknown> {
  if (!stages.conclude) return carried
  const result = await stages.conclude(call, carried)
  const isOutcome = method === 'DELETE' || permission === 'record:write'
  if (!isOutcome) await call.access.checkAfterWaiting()
  return result
}

/** Carries out changes with `If-Match`, in a transaction that also records them. */
function createConditional({
  readers,
  recordChange,
}: Pick<Parameters<typeof createChanges>[0], 'readers' | 'recordChange'>) {
  /** Returns what the GET of the same path, without a verb, returns to the caller now. */
  async function readPresent(
    { path }: OperationDefinition,
    call: AnyCall,
    stages: AnyStages,
    loaded: unknown,
  ): Promise<unknown> {
    if (stages.present) return stages.present(call, loaded)
    const reader = readers.get(withoutVerb(path))
    if (!reader) return undefined
    const { groupRef } = (call.query ?? {}) as { groupRef?: string }
    const query = reader.operation.query?.parse({ groupRef })
    return reader.stages.carryOut({ ...call, query, body: undefined }, undefined)
  }

  const mustMatch = (ifMatch: string, record: unknown) => {
    if (!isVersion(ifMatch, makeEtag(record))) throw new Problem('precondition-failed')
  }

  async function prepare(operation: OperationDefinition, stages: AnyStages, call: AnyCall) {
    if (!stages.prepare) return undefined
    const loaded = await stages.load?.(call)
    const ifMatch = getIfMatch(operation, call)
    if (ifMatch !== undefined)
      mustMatch(ifMatch, await readPresent(operation, call, stages, loaded))
    const prepared = await stages.prepare(call, loaded)
    await call.access.checkAfterWaiting()
    return prepared
  }

  async function carryOut(
    operation: OperationDefinition,
    stages: AnyStages,
    call: AnyCall,
    prepared: unknown,
  ): Promise<unknown> {
    const ifMatch = getIfMatch(operation, call)
    const within = async (db: AnyView) => {
      const concerned: OrgId[] = []
      const own = { ...call, db, concerns: (...ids: OrgId[]) => void concerned.push(...ids) }
      const loaded = await stages.load?.(own)
      const before = updatesRecord(operation)
        ? await readPresent(operation, own, stages, loaded)
        : undefined
      if (ifMatch !== undefined) mustMatch(ifMatch, before)
      const after = await stages.carryOut(own, prepared, loaded)
      if (!operation.movesPosition && !isGiven(call, operation.asksWith)) {
        await recordChange?.(changeBy(operation, own, concerned, { before, after }))
      }
      return after
    }
    if (ifMatch === undefined) return inTransaction(call.db, within)
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(call.db, within, { isolationLevel: 'repeatable read' })
      } catch (error) {
        if ((error as { code?: unknown }).code !== '40001') throw error
        // A row was changed since this transaction began. The next attempt determines whether the
        // version changed, or only something unrelated such as the progress of reads.
        if (attempt === maxAttempts) throw new Problem('precondition-failed', { cause: error })
      }
    }
  }

  return { prepare, carryOut }
}

/** Maximum number of attempts of an update with `If-Match` while its rows change. */
const maxAttempts = 5

const getIfMatch = (operation: OperationDefinition, { request }: AnyCall) =>
  updatesRecord(operation) ? request.headers['if-match'] : undefined

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
async function addPosition(replica: Replica | undefined, call: AnyCall): Promise<void> {
  if (!replica || !mayReadReplica(call)) return
  const position = await replica.position()
  if (position) call.reply.header(positionHeader, position)
}
