import {
  ProviderError,
  type ProviderClient,
  type ProviderEvent,
  type ProviderRecord,
  type Subscribing,
} from '@platform/connector'
import type { AssociatedObject, ConnectionId, ProjectId, ResultEntry } from '@platform/contract'
import {
  findConnectionRow,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { isDatabaseAway } from '@platform/kernel/db/is-database-away'
import { inTransaction } from '@platform/kernel/db/transaction'
import { storeDownload } from '@platform/delivery/downloads/downloads'
import {
  findInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { planWithFields, type ReadPlan } from '@platform/installations/integrations/read-object'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { queueOf } from '@platform/kernel/jobs/lines'
import { Problem } from '@platform/kernel/problems/problem'
import { openAssociations, withAssociations } from '@platform/connections/provider/associations'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import { callOf, logCall } from '@platform/connections/provider/provider-call'
import type { Services } from '@platform/kernel/services'
import { isTooLarge } from '../sync/large-records.ts'
import {
  mapRecord,
  mappedRecords as allRecordsOf,
  packMessages,
  readEnvelope,
} from '../sync/messages.ts'
import { must, nthOf } from '@platform/kernel/values/must'
import { logHeard } from './log-change-counts.ts'
import { isHeard, type SubscribePlan } from './plan-subscribe.ts'
import { plansOf } from './plans-of.ts'
import { lineOf, logForMembers, warnOf, type Stopped } from './stopped.ts'
import * as store from './store.ts'
import { enqueueDelivery } from './take-in.ts'

/** Maximum number of events delivered per transaction. */
const eventsAtOnce = 200
/** Maximum number of rounds per job; then other jobs have their turn. */
const roundsAtOnce = 20
const turnMs = 10_000
/** Time limit of a provider for the records of a round; then the job is retried later. */
const patienceMs = 15_000
const shortestPauseMs = 2_000
const longestPauseMs = 300_000
/**
 * After this number of unexpected failures a job ends and is retried: single events are not the
 * cause.
 */
const mostFailures = 12
const firstAsideMs = 60_000
const longestAsideMs = 86_400_000

/** An installation that receives changes of its connection's account. */
interface Listener {
  link: store.LinkRow
  installation: InstallationRow
  plans: readonly SubscribePlan[]
}

/** An event for a subscribed installation. */
interface Heard {
  event: ProviderEvent
  listener: Listener
  plan: SubscribePlan
}

/**
 * Delivers the changes of a connection's account in order of arrival. Records are read first,
 * outside the transaction, because events seldom contain the requested fields. One transaction then
 * stores the messages and removes the events, so nothing is lost or delivered twice after a crash.
 */
export async function deliverChanges(
  services: Services,
  db: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId },
): Promise<void> {
  const { connectionId } = payload
  const connection = await findConnectionRow(db, connectionId)
  if (!connection) return
  const listeners = await listenersOf(db, connectionId)
  const attempt = Math.max(0, ...listeners.map(({ link }) => link.attempts)) + 1
  let provider: OpenProvider | undefined
  try {
    let atOnce = eventsAtOnce
    let open: OpenChanges | undefined
    let failures = 0
    const until = Date.now() + turnMs
    for (let round = 0; round < roundsAtOnce && Date.now() < until; round++) {
      const pending = await store.findPending(db, connectionId, atOnce)
      if (pending.length === 0) return await recover(db, listeners)
      provider ??= await openProvider(services, db, connectionId, { isBackground: true })
      open ??= await openChanges(provider, { listeners, attempt })
      const delivery = { ...open, connection, pending, attempt }
      const isTaken = await deliver(services, db, delivery).catch(async (error: unknown) => {
        if (!isOfTheEvents(error) || ++failures > mostFailures) throw error
        if (pending.length > 1) return false
        await setAside(services, db, { payload, listeners, event: nthOf(pending, 0), error })
        return true
      })
      atOnce = isTaken ? Math.min(eventsAtOnce, atOnce * 2) : Math.ceil(pending.length / 4)
    }
    await inTransaction(db, (tx) => enqueueDelivery(tx, payload, new Date()))
  } catch (error) {
    if (error instanceof SentOnAlready) return
    if (!(error instanceof ProviderError || error instanceof Problem)) throw error
    // A failure at the destination was not caused by a provider call.
    const call = error instanceof ProviderError ? callOf(error, provider) : undefined
    await wait(services, db, { payload, listeners, error, stopped: { error, call, attempt } })
  }
}

/**
 * Reports whether the failure was caused neither by the provider nor the destination nor the
 * database.
 */
function isOfTheEvents(error: unknown): error is Error {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false
  if ([SentOnAlready, ProviderError, Problem].some((expected) => error instanceof expected)) {
    return false
  }
  // Serialization failures, a full disk or a stopping database affect other events as well.
  return !('code' in error && /^(?:40|5|XX)/.test(String(error.code)))
}

/** Sets an event aside whose own delivery fails: it is retried later and does not block others. */
async function setAside(
  { log }: Services,
  db: Db,
  {
    payload,
    listeners,
    event: { key, body, tries },
    error,
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    listeners: readonly Listener[]
    event: { key: number; body: string | null; tries: number }
    error: Error
  },
): Promise<void> {
  const { connectionId } = payload
  const { objectName, recordId } = JSON.parse(body!) as ProviderEvent
  const pauseMs = Math.min(firstAsideMs * 2 ** tries, longestAsideMs)
  const retryTime = new Date(Date.now() + pauseMs)
  log.error({ err: error, ...payload, tries: tries + 1, retryTime }, 'a change was set aside')
  await inTransaction(db, async (tx) => {
    await store.setEventAside(tx, connectionId, {
      key,
      tries: Math.min(tries + 1, 1000),
      retryTime,
    })
    await enqueue(tx, 'deliver-changes', payload, {
      // Not the key of new events, which would then wait for it.
      key: `deliver-changes-again:${connectionId}`,
      queue: queueOf('changes', payload.projectId, connectionId),
      runAt: retryTime,
    })
    const msg = `A change of ${objectName} (record ${recordId.slice(0, 100)}) could not be delivered; retrying at ${retryTime.toISOString()}.`
    const links = listeners.map(({ link }) => link)
    await logForMembers(tx, links, { severity: 'error', msg })
  })
}

async function listenersOf(db: Db, connectionId: ConnectionId): Promise<Listener[]> {
  const listeners: Listener[] = []
  for (const link of await store.findLinksOfConnection(db, connectionId)) {
    const installation = await findInstallation(db, link.installationId)
    if (installation) {
      listeners.push({ link, installation, plans: await plansOf(db, installation) })
    }
  }
  return listeners
}

interface OpenChanges {
  provider: OpenProvider
  listeners: readonly Listener[]
  /** Objects whose fields the provider does not describe. */
  undelivered: readonly Refusal[]
}

/** Resolves "all fields" of the listeners to the fields of the account. */
async function openChanges(
  provider: OpenProvider,
  { listeners, attempt }: { listeners: readonly Listener[]; attempt: number },
): Promise<OpenChanges> {
  const { entry, client } = provider
  const undelivered = new Map<string, Refusal>()
  const describe = (objectName: string) =>
    must(entry.connector, 'connector')
      .describeObject(patient(client), objectName)
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError) || !isAboutTheObject(error)) throw error
        const call = callOf(error, provider)
        undelivered.set(objectName, { objectName, ids: [], error, call, attempt })
        return { fields: {} }
      })
  const heard = listeners.map(async (listener) => ({
    ...listener,
    plans: await Promise.all(
      listener.plans.map(async (plan) => ({
        ...plan,
        read: await planWithFields(plan.readOf.object, plan.readOf.config, describe),
      })),
    ),
  }))
  return { provider, listeners: await Promise.all(heard), undelivered: [...undelivered.values()] }
}

/** Another process has already delivered these events. */
class SentOnAlready extends Error {}

/** Returns false if the records of several events are too large together: nothing is delivered. */
async function deliver(
  services: Services,
  db: Db,
  {
    connection,
    provider,
    listeners,
    undelivered,
    pending,
    attempt,
  }: OpenChanges & {
    connection: ConnectionRow
    attempt: number
    pending: readonly { key: number; body: string | null; tries: number }[]
  },
): Promise<boolean> {
  const subscribing = provider.entry.connector?.subscribing
  const events = pending.map(({ body }) => JSON.parse(body!) as ProviderEvent)
  const heard = subscribing ? events.flatMap((event) => heardBy(listeners, event, subscribing)) : []
  const asked = provider.lastCall()
  const { recordsOf, refusals } = await readFor(provider, heard, attempt)
  const last = provider.lastCall()
  const call = last === asked ? undefined : last && logCall(last, attempt)
  if (pending.length > 1 && refusals.some(({ error }) => isTooLarge(error))) return false
  const groups = Map.groupBy(heard, ({ plan }) => plan)
  await Promise.all(
    [...groups].map(([plan, ofPlan]) =>
      services.notifications.waitForRoom({
        projectId: ofPlan[0]!.listener.installation.projectId,
        destination: plan.destination,
      }),
    ),
  )
  await inTransaction(db, async (tx) => {
    const keys = pending.map(({ key }) => key)
    if (!(await store.clearDeliveredEvents(tx, connection.id, keys))) throw new SentOnAlready()
    for (const [plan, ofPlan] of groups) {
      const { installation } = ofPlan[0]!.listener
      const { projectId } = installation
      const envelope = readEnvelope('subscribe', installation, connection, plan.read)
      const entries = ofPlan.map((one) => ({
        id: one.event.recordId,
        entry: entryOf(provider, one, recordsOf),
      }))
      const messages = await packMessages(envelope, entries, {
        ...(plan.read.pageSize !== undefined && { pageSize: plan.read.pageSize }),
        store: (body, eventId) => storeDownload(services, tx, { projectId, eventId, body }),
      })
      const { destination } = plan
      await services.notifications.sendRecords(tx, {
        projectId,
        destination,
        action: 'subscribe',
        about: envelope,
        messages,
        recordsOf: allRecordsOf(installation.id, plan.objectName),
      })
    }
    for (const [{ link }, ofListener] of Map.groupBy(heard, ({ listener }) => listener)) {
      await logHeard(tx, link, { events: ofListener.map(({ event }) => event), call })
    }
    const links = listeners.map(({ link }) => link)
    for (const refusal of undelivered) {
      const line = lineOf(
        refusal,
        `The provider does not list the fields of ${refusal.objectName}`,
        'its changes are delivered with the fields that the integration lists',
      )
      await logForMembers(tx, links, { severity: 'warning', ...line })
    }
    for (const refusal of refusals) {
      await logForMembers(tx, links, { severity: 'warning', ...inWords(refusal) })
    }
  })
  return true
}

function inWords(refusal: Refusal) {
  const { objectName, ids, error } = refusal
  return isTooLarge(error)
    ? lineOf(
        refusal,
        `The record ${ids.join(' or ')} of ${objectName} is too large to be delivered with its change`,
        `the change is delivered without fields; reads of ${objectName} support larger records`,
      )
    : lineOf(
        refusal,
        `The provider rejects the fields of ${objectName}`,
        'its changes are delivered without fields',
      )
}

function heardBy(
  listeners: readonly Listener[],
  event: ProviderEvent,
  subscribing: Subscribing,
): Heard[] {
  return listeners.flatMap((listener) =>
    listener.plans
      .filter(
        (plan) =>
          subscribing.isSameObject(plan.objectName, event.objectName) && isHeard(plan, event),
      )
      .map((plan) => ({ event, listener, plan })),
  )
}

type RecordsOf = (objectName: string) => ReadonlyMap<string, ProviderRecord>

/** Records of an object that are delivered without fields. */
interface Refusal extends Stopped {
  objectName: string
  ids: readonly string[]
  error: ProviderError
}

type Asked = Pick<ReadPlan, 'fieldNames'> & Partial<Pick<ReadPlan, 'associations'>>

/** Fields of an object that any listener needs. */
interface Wanted {
  fieldNames: Set<string>
  associations: Set<string>
  ids: Set<string>
}

/**
 * Reads the records of the events with all fields that any listener needs. Records that the
 * provider refuses to return are delivered without fields, so that no event is lost.
 */
async function readFor(
  provider: OpenProvider,
  heard: readonly Heard[],
  attempt: number,
): Promise<{ recordsOf: RecordsOf; refusals: Refusal[] }> {
  const { entry, client } = provider
  const wanted = new Map<string, Wanted>()
  const want = (objectName: string, { fieldNames, associations }: Asked, id: string) => {
    if (fieldNames.length === 0 || id === '') return
    const known = wanted.get(objectName)
    const of = known ?? { fieldNames: new Set(), associations: new Set(), ids: new Set() }
    if (!known) wanted.set(objectName, of)
    for (const name of fieldNames) of.fieldNames.add(name)
    for (const name of associations ?? []) of.associations.add(name)
    of.ids.add(id)
  }
  for (const { event, plan, listener } of heard) {
    const { association } = event
    if (!association) {
      if (event.type !== 'delete') want(plan.objectName, plan.read, event.recordId)
      continue
    }
    if (!plan.withFullRecords) continue
    const { fieldNames } = plan.read
    want(plan.objectName, { fieldNames }, association.from.id)
    const other = planOfOther(entry.connector!.subscribing!, listener, association.to.objectName)
    if (other) {
      want(other.objectName, { fieldNames: other.read.fieldNames }, association.to.id)
    }
  }

  const read = new Map<string, Map<string, ProviderRecord>>()
  const refusals: Refusal[] = []
  const within = patient(client)
  for (const [objectName, { fieldNames, associations, ids }] of wanted) {
    try {
      const asked = { objectName, associations: [...associations] }
      const reader = await openAssociations(provider, within, asked)
      const found = await entry.connector!.subscribing!.readRecords(within, {
        objectName,
        fieldNames: [...new Set([...fieldNames, ...(reader?.fieldNames ?? [])])],
        ids: [...ids],
      })
      const { records } = reader
        ? await withAssociations(reader, within, found)
        : { records: found }
      read.set(objectName, new Map(records.map((record) => [record.id, record])))
    } catch (error) {
      if (!(error instanceof ProviderError) || !isAboutTheObject(error)) throw error
      refusals.push({ objectName, ids: [...ids], error, call: callOf(error, provider), attempt })
    }
  }
  const none = new Map<string, ProviderRecord>()
  return { recordsOf: (objectName) => read.get(objectName) ?? none, refusals }
}

/** Limits the requests of a client to `patienceMs`. */
function patient(client: ProviderClient): ProviderClient {
  const signal = AbortSignal.timeout(patienceMs)
  return { ...client, request: (request) => client.request({ ...request, signal }) }
}

const isAboutTheObject = ({ isOutage, failure }: ProviderError) =>
  !isOutage && failure !== 'credentials'

/** Returns the fields of the associated object that the listener receives. */
const planOfOther = (
  subscribing: Subscribing,
  { plans }: Listener,
  objectName: string | undefined,
) =>
  objectName === undefined
    ? undefined
    : plans.find((plan) => subscribing.isSameObject(plan.objectName, objectName))

function entryOf(
  { entry: { connector } }: OpenProvider,
  { event, plan, listener }: Heard,
  recordsOf: RecordsOf,
): ResultEntry {
  const record = recordsOf(plan.objectName).get(event.recordId)
  const entry: ResultEntry = {
    ...(record && event.type !== 'delete' && !event.association
      ? mapRecord(connector!, plan.read, record)
      : { fields: {} }),
    subscribeEventType: event.type,
    providerEventType: event.providerEventType,
    id: event.recordId,
    rawEvent: event.rawEvent,
    ...(event.fieldsUpdated && { fieldsUpdated: [...event.fieldsUpdated] }),
  }
  if (!event.association) return entry
  const { from, to } = event.association
  const other = planOfOther(connector!.subscribing!, listener, to.objectName)
  const ended = (
    end: { objectName?: string; id: string },
    of: SubscribePlan | undefined,
  ): AssociatedObject => {
    const found = plan.withFullRecords && of && recordsOf(of.objectName).get(end.id)
    if (!found) return end
    const { associations: _associations, ...full } = mapRecord(connector!, of.read, found)
    return { ...end, ...full }
  }
  return { ...entry, fromRecord: ended(from, plan), toRecord: ended(to, other) }
}

/** Clears the error after events are delivered again. */
async function recover(db: Db, listeners: readonly Listener[]): Promise<void> {
  for (const { link } of listeners) {
    const isOver = link.status === 'active' && link.errorTime !== null
    if (!isOver && link.attempts === 0) continue
    await store.updateLink(db, link.installationId, {
      attempts: 0,
      ...(isOver && { error: null, errorTime: null }),
    })
  }
}

/** Postpones delivery: for an unavailable provider, for credentials, or for a destination. */
async function wait(
  services: Services,
  db: Db,
  {
    payload,
    listeners,
    error,
    stopped,
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    listeners: readonly Listener[]
    error: ProviderError | Problem
    stopped: Stopped
  },
): Promise<void> {
  const now = Date.now()
  const since = Math.min(
    ...listeners.map(({ link }) => (link.errorTime ? link.errorTime.getTime() : now)),
    now,
  )
  const isPassing = error instanceof ProviderError && error.isOutage
  const pauseMs = isPassing
    ? Math.min(Math.max(now - since, shortestPauseMs), longestPauseMs)
    : longestPauseMs
  const askedMs = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0
  const runAt = new Date(now + Math.max(pauseMs, askedMs))
  const next = `the changes are kept; retrying at ${runAt.toISOString()}`
  const { connectionId } = payload
  warnOf(services, stopped, { what: 'delivering changes stopped', next, connectionId })
  await inTransaction(db, async (tx) => {
    for (const { link } of listeners) {
      const { errorTime } = link
      const message = error.message.slice(0, 1000)
      await store.updateLink(tx, link.installationId, {
        error: message,
        errorTime: errorTime ?? new Date(now),
        attempts: stopped.attempt,
      })
      if (errorTime !== null) continue
      const line = lineOf(stopped, 'Delivering changes stopped', next)
      await logForMembers(tx, [link], { severity: 'warning', ...line })
    }
    await enqueueDelivery(tx, payload, runAt)
  })
}
