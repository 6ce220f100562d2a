import type {
  BodyOf,
  createDestination as createDestinationOperation,
  Destination,
  DestinationCredentials,
  DestinationId,
  DestinationOrdering,
  DestinationType,
  DestinationWithSecrets,
  Health,
  ProjectId,
} from '@platform/contract'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { newId } from '@platform/kernel/db/new-id'
import { afterCommit, inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Secrets } from '@platform/kernel/secrets'
import { getFirst, getNow, getNowMs, must } from '@platform/kernel/values'
import { lastDays } from './last-day.ts'
import { healthOfDestination, signingKeys, toDestination } from './destination-record.ts'
import { readOrdering, toStoredOrdering } from './ordering.ts'
import type { DestinationRow, Routing } from './routing.ts'
import { newSigningKeys, rotateSecrets, type SigningKeys } from '@platform/sinks/webhook/signing'
import { sinkTypes } from '@platform/sinks/sink-types'
import { withOwnTimeLimit, type SinkContext } from '@platform/sinks/sink'
import * as store from './store.ts'
import { deleteReceiverTopic } from './topic-store.ts'
import { openMetadata, sealDestinationMetadata } from './sealed-headers.ts'
import { testEvent } from '@platform/sinks/test-event'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /**
     * Everything that sends to the destination must stop until there is one with its name again.
     */
    'destination-deleted': { projectId: ProjectId; destinationId: DestinationId; name: string }
    /** A destination with this name exists now: whatever waited for it continues. */
    'destination-named': { projectId: ProjectId; name: string }
  }
}

export interface SetUp {
  tenantLimits: TenantLimits
  secrets: Secrets
  routing: Routing
  sinkContext: SinkContext
  /** Notifies the other destinations that a webhook was disabled. */
  announceDisabled(tx: Db, row: DestinationRow): Promise<void>
}

/** The operation's body with its omitted values. */
export type NewDestination = { projectId: ProjectId; ordering?: DestinationOrdering } & Omitted<
  BodyOf<typeof createDestinationOperation>
>

type Omitted<Body> = Body extends unknown ? Omit<Body, 'ordering'> : never

/** ID and signing key of a destination that is about to be created. */
interface Identity {
  id: DestinationId
  signing: SigningKeys | undefined
}

const newIdentity = (type: DestinationType): Identity => ({
  id: newId('dest'),
  signing: sinkTypes[type].isWebhook ? newSigningKeys() : undefined,
})

function mustBeValid({ sinkContext }: SetUp, wanted: NewDestination): void {
  const { projectId, type, metadata } = wanted
  const credentials = toCredentials(wanted)
  const issues = sinkTypes[type].validate({ projectId, metadata, credentials }, sinkContext)
  if (issues.length > 0) throw invalidInput(...issues)
}

const toCredentials = (wanted: NewDestination): DestinationCredentials =>
  ('secrets' in wanted && wanted.secrets) || {}

/** If requested, sends a test message to a destination before it is created. */
export async function tryDestination(setUp: SetUp, wanted: NewDestination): Promise<Identity> {
  mustBeValid(setUp, wanted)
  const { projectId, name, type, metadata, verify } = wanted
  const credentials = toCredentials(wanted)
  const { id, signing } = newIdentity(type)
  if (verify) {
    const sink = sinkTypes[type].open(
      { id, projectId, name, metadata, credentials, ...(signing && { signing }) },
      withOwnTimeLimit(setUp.sinkContext, metadata),
    )
    const outcome = getFirst(await sink.send([testEvent(projectId)]))
    sink.close()
    if (!outcome.succeeded)
      throw new Problem('destination-unreachable', {
        detail: `The test message was not accepted: ${outcome.detail}`,
      })
  }
  return { id, signing }
}

/** Creates a destination. A webhook gets a signing key; credentials are encrypted. */
export async function createDestination(
  setUp: SetUp,
  db: Db,
  wanted: NewDestination,
  { id, signing }: Identity = newIdentity(wanted.type),
): Promise<Destination> {
  mustBeValid(setUp, wanted)
  const { secrets, routing } = setUp
  const { projectId, name, type, metadata, ordering = 'none' } = wanted
  const credentials = toCredentials(wanted)
  const seal = (value: object) => secrets.seal(projectId, JSON.stringify(value))
  const sealed = {
    ...(await sealDestinationMetadata(secrets, { projectId, ordering }, metadata)),
    credentials: hasAny(credentials) ? await seal(credentials) : null,
    signing: signing ? await seal(signing) : null,
  }
  return inTransaction(db, async (tx) => {
    const row = await store.insertDestination(tx, {
      id,
      projectId,
      name,
      type,
      ordering: toStoredOrdering(ordering),
      ...sealed,
    })
    if (!row) throw nameTaken(name)
    await mustBeWithin(tx, setUp.tenantLimits, {
      what: 'destinations',
      tenant: projectId,
      count: () => store.countDestinations(tx, projectId),
    })
    await destinationChanged(routing, tx, projectId)
    await enqueue(tx, 'destination-named', { projectId, name })
    return toDestination(secrets, tx, row)
  })
}

/** Returns the destination by ID or name; on request with its signing key, optionally a new one. */
export async function getDestination(
  { secrets, routing }: SetUp,
  db: Db,
  {
    destination,
    includeSecrets,
    rotate,
  }: { destination: string; includeSecrets?: boolean | undefined; rotate?: boolean | undefined },
): Promise<DestinationWithSecrets> {
  const row = rotate
    ? await rotateSigningKeys({ secrets, routing }, db, { destination })
    : await requireDestination(db, destination)
  if (!row.signing || !(includeSecrets || rotate)) return toDestination(secrets, db, row)
  const keys = await signingKeys(secrets, row)
  return {
    ...(await toDestination(secrets, db, row)),
    secrets: {
      webhookSigningKey: keys.secret,
      ...(row.metadata.ed25519 && { webhookPublicKey: keys.ed25519.publicKey }),
    },
  }
}

/** Generates new signing keys, if messages to the destination are signed; the former also sign for the overlap. */
export async function rotateSigningKeys(
  { secrets, routing }: Pick<SetUp, 'secrets' | 'routing'>,
  db: Db,
  { destination, overlapMs }: { destination: string; overlapMs?: number },
): Promise<DestinationRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockDestination(tx, destination)
    if (!row.signing) return row
    const { projectId } = row
    const keys = rotateSecrets(await signingKeys(secrets, row), getNowMs(), overlapMs)
    const changes = {
      ...(await sealDestinationMetadata(
        secrets,
        { projectId, ordering: readOrdering(row) },
        await openMetadata(secrets, row),
      )),
      signing: await secrets.seal(projectId, JSON.stringify(keys)),
      updateTime: getNow(),
    }
    await destinationChanged(routing, tx, projectId)
    return must(await store.updateDestination(tx, row.id, changes), 'row')
  })
}

/**
 * Deletes a destination and its routes. Rejected while deliveries are pending, unless forced; then
 * they are canceled. Returns how many were canceled.
 */
export async function deleteDestination(
  { routing }: SetUp,
  db: Db,
  { destination, force = false }: { destination: string; force?: boolean | undefined },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { id, name, projectId } = await lockDestination(tx, destination)
    const pending = await store.countPending(tx, id)
    if (pending > 0 && !force) {
      throw new Problem('deliveries-pending', {
        detail: `Pending deliveries to ${name}: ${pending}.`,
        context: { pendingDeliveries: pending },
      })
    }
    const canceled = await store.cancelPending(tx, id)
    await store.deleteDestination(tx, id)
    await deleteReceiverTopic(tx, id)
    await destinationChanged(routing, tx, projectId)
    return canceled
  })
}

/** Stops everything that sends to it by its former name. */
export const destinationDeleted = (
  tx: Db,
  gone: { projectId: ProjectId; destinationId: DestinationId; name: string },
): Promise<void> => enqueue(tx, 'destination-deleted', gone)

/** Returns the state of a destination for the mail to its owners; undefined when it is gone. */
export async function describeDestinationHealth(
  db: Db,
  id: DestinationId,
): Promise<
  | {
      name: string
      isDisabled: boolean
      /** Whether consumers fetch its messages. */
      isPulled: boolean
      health: Health
      pending: number
    }
  | undefined
> {
  const row = await store.findDestination(db, id)
  return (
    row && {
      name: row.name,
      isDisabled: row.status === 'disabled',
      isPulled: row.type === 'pull',
      health: healthOfDestination(row, { retrying: 0 }),
      pending: await store.countPending(db, id),
    }
  )
}

/** Returns name and health of a destination by ID or name. */
export async function findHealthOfDestination(
  db: Db,
  idOrName: string,
): Promise<{ name: string; health: Health }> {
  const row = await requireDestination(db, idOrName)
  const days = await lastDays(db, [row.id])
  return { name: row.name, health: healthOfDestination(row, must(days.get(row.id), row.id)) }
}

/** Returns the first destinations whose name contains the text, with name and health. */
export async function findDestinations(
  db: Db,
  wanted: { projectId: ProjectId; text: string; atMost: number },
): Promise<{ id: DestinationId; name: string; health: Health }[]> {
  const rows = await store.findDestinations(db, wanted)
  const days = await lastDays(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    health: healthOfDestination(row, must(days.get(row.id), row.id)),
  }))
}

/** Returns the names of destinations for manifests. */
export const destinationNames = async (db: Db): Promise<string[]> =>
  (await store.listDestinations(db, {}).execute()).map(({ name }) => name)

/** Returns those of the IDs and names that a destination has. */
export async function findExistingDestinations(
  db: Db,
  idsOrNames: readonly string[],
): Promise<ReadonlySet<string>> {
  if (idsOrNames.length === 0) return new Set()
  const destinations = await store.listDestinations(db, {}).execute()
  const existing = new Set(destinations.flatMap(({ id, name }) => [id, name] as string[]))
  return new Set(idsOrNames.filter((name) => existing.has(name)))
}

/** Reports whether a destination with this ID or name exists. */
export const hasDestination = async (db: Db, idOrName: string): Promise<boolean> =>
  (await store.findDestination(db, idOrName)) !== undefined

/** Returns the destination if receivers can have its messages: by fetching them or at a URL. */
export async function findDestinationToReceive(
  db: Db,
  idOrName: string,
): Promise<DestinationRow | undefined> {
  const row = await store.findDestination(db, idOrName)
  return row && (row.type === 'pull' || sinkTypes[row.type].isWebhook) ? row : undefined
}

export const openDestinationSecrets = async (
  secrets: Secrets,
  { projectId, credentials }: DestinationRow,
): Promise<DestinationCredentials> =>
  credentials
    ? (JSON.parse(await secrets.open(projectId, credentials)) as DestinationCredentials)
    : {}

export const requireDestination = async (db: Db, idOrName: string): Promise<DestinationRow> =>
  requireDestinationRow(await store.findDestination(db, idOrName), idOrName)

/** Returns the destination and locks its row until the transaction ends. */
export const lockDestination = async (tx: Db, idOrName: string): Promise<DestinationRow> =>
  requireDestinationRow(await store.lockDestination(tx, idOrName), idOrName)

function requireDestinationRow(row: DestinationRow | undefined, idOrName: string): DestinationRow {
  if (!row) {
    throw new Problem('destination-not-found', {
      detail: `No destination has the ID or name ${idOrName}.`,
    })
  }
  return row
}

/** Makes every process reload the project's routes, this one immediately. */
export async function destinationChanged(
  routing: Routing,
  tx: Db,
  projectId: ProjectId,
): Promise<void> {
  await store.notifyRoutesChanged(tx, projectId)
  afterCommit(tx, () => routing.forget(projectId))
}

export const hasAny = (credentials: DestinationCredentials) => Object.keys(credentials).length > 0

export const nameTaken = (name: string) => {
  const detail = `A destination named ${name} already exists.`
  const issues = [{ in: 'body', name: 'name', value: name, detail } as const]
  return new Problem('destination-name-taken', { detail, issues })
}
