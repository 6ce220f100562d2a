import type { AuditRecord, BuilderId, OrgId } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '@platform/kernel/access'
import type { AcrossTenants, Database } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import type { OperationEffects } from '@platform/kernel/http'
import type { SignInEvent } from '../sign-in/sign-in-events.ts'
import { toBrief } from './brief.ts'
import { insertRecords, insertRecordsIn, type NewRecord } from './store.ts'

/** Present if the person is a member who uses the built-in sign-in. */
type MembershipsOf = (
  db: AcrossTenants,
  userId: string,
) => Promise<{ orgId: OrgId; builderId: BuilderId; primaryEmail: string }[]>

/**
 * Records every change made through the API: who, what, when, from where, and the record before and
 * after, without secrets. Sign-ins and changes of sign-in methods are recorded too. A change is
 * answered only after its entry is stored, in the transaction of the change or immediately after
 * it. In the latter case, entries of concurrent requests share a statement, so that recording adds
 * little load.
 */
export function createAuditLog(database: Database, membershipsOf: MembershipsOf) {
  let waiting: { record: NewRecord; done: PromiseWithResolvers<void> }[] = []
  let isWriting = false

  async function write() {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, 500)
      try {
        await insertRecords(
          database,
          batch.map(({ record }) => record),
        )
        for (const { done } of batch) done.resolve()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    isWriting = false
  }

  async function store(records: NewRecord[]): Promise<void> {
    const stored = records.map((record) => {
      const done = Promise.withResolvers<void>()
      waiting.push({ record, done })
      return done.promise
    })
    if (!isWriting) void write()
    await Promise.all(stored)
  }

  return {
    async record(change: OperationEffects): Promise<void> {
      const records = change.orgIds.map((orgId) => toRecord(change, orgId))
      if (change.db.isTransaction) await insertRecordsIn(change.db, records)
      else await store(records)
    },

    /** Adds an entry to the log of each organization that the person is a member of. */
    async recordSignIn({ userId, action, target, requestId, ip, userAgent }: SignInEvent) {
      const memberships = await membershipsOf(database.everything, userId)
      await store(
        memberships.map(({ orgId, builderId, primaryEmail }) => ({
          id: newId('aud'),
          orgId,
          projectId: null,
          actorKind: 'builder',
          actorId: builderId,
          actorLabel: primaryEmail,
          action,
          target,
          requestId,
          ip,
          userAgent: userAgent?.slice(0, 512) ?? null,
          before: null,
          after: null,
        })),
      )
    },
  }
}

function toRecord(change: OperationEffects, orgId: OrgId): NewRecord {
  const { action, caller, projectId, target, before, after, request } = change
  return {
    id: newId('aud'),
    orgId,
    projectId: projectId ?? null,
    ...toActor(caller, request),
    action,
    target,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    before: toJson(before),
    after: toJson(after),
  }
}

function toActor(caller: Caller, request: FastifyRequest) {
  switch (caller.kind) {
    case 'builder':
      return {
        actorKind: 'builder',
        actorId: caller.builderId,
        actorLabel: caller.agent ? `${caller.email} (${caller.agent.name})` : caller.email,
      }
    case 'consumer':
      return { actorKind: 'consumer', actorId: caller.consumerRef, actorLabel: caller.groupRef }
    case 'nobody':
      return { actorKind: 'nobody', actorId: request.ip, actorLabel: null }
    default:
      return { actorKind: 'api-key', actorId: caller.apiKeyId, actorLabel: caller.label }
  }
}

const toJson = (value: unknown) =>
  value !== null && typeof value === 'object' ? serializeRedacted(value) : null

/** Converts a stored entry to its wire format. */
export const toAuditRecord = (row: StoredRecord): AuditRecord => ({
  id: row.id,
  time: row.time.toISOString(),
  orgId: row.orgId ?? undefined,
  projectId: row.projectId ?? undefined,
  actor: { kind: row.actorKind, id: row.actorId, label: row.actorLabel ?? undefined },
  action: row.action,
  target: row.target,
  requestId: row.requestId,
  ip: row.ip ?? undefined,
  userAgent: row.userAgent ?? undefined,
  before: row.before ?? undefined,
  after: row.after ?? undefined,
})

/** Returns an entry for lists, which name changed fields without their values. */
export const toBriefAuditRecord = ({ before, after, ...row }: StoredRecord): AuditRecord =>
  toAuditRecord({ ...row, before: toBrief(before), after: toBrief(after) })

type StoredRecord = Omit<NewRecord, 'before' | 'after'> & {
  time: Date
  before: unknown
  after: unknown
}

const secretName =
  /secret|password|token|credential|creds|authorization|apikey|privatekey|signingkey|^key$|^link$|^headers$/i

/** Named like a secret, but contains only its expiry time. */
const open = new Set(['tokenExpireTime'])

const isSecret = (name: string) => secretName.test(name) && !open.has(name)

/** Returns a record as JSON without the values of fields with secret names. */
const serializeRedacted = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) =>
    isSecret(name) && value !== null && value !== undefined ? '[secret]' : value,
  )
