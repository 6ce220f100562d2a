import { loopTurn } from '@platform/connector'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import { logCall } from '@platform/connections/provider/call/provider-call'
import type { ResultEntry } from '@platform/contract'
import { storeDownload } from '@platform/delivery/downloads/downloads'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Services } from '@platform/kernel/services'
import { getFirst, getNow, getNth, must } from '@platform/kernel/values'
import { findWritten, markEntries } from '../echoes/mark-entries.ts'
import { keepRecords, sealEntries } from '../kept-records/keep-records.ts'
import { isTooLarge } from '../sync/large-records.ts'
import { makeMappedScope as allRecordsOf, packMessages, readEnvelope } from '../sync/messages.ts'
import { findLatestVersions } from '../sync/left-entries.ts'
import { ExpressionFailures } from '../sync/record-expressions.ts'
import { clearDeliveredEvents, type StoredEvent } from './event-store.ts'
import { logHeard } from './log-change-counts.ts'
import type { SubscribePlan } from './set-up/plan-subscribe.ts'
import {
  changesHeardBy,
  entryOfChange,
  findEventTime,
  findVersionTime,
  isGone,
  isUnfiltered,
  readChangedRecords,
  type ChangeListener,
  type HeardChange,
  type OpenChanges,
  type RecordsOf,
  type RefusedRecords,
} from './read-changed-records.ts'
import { logForMembers, makeStoppedLine } from './stopped.ts'

/** Another process has already delivered these events. */
export class SentOnAlready extends Error {}

/** Events of a connection's account that are delivered together. */
export interface ChangeBatch extends OpenChanges {
  connection: ConnectionRow
  attempt: number
  pending: readonly { key: number; body: string | null; tries: number }[]
}

/** What was read for the changes of a batch. */
interface ReadChanges {
  recordsOf: RecordsOf
  /** What listeners receive of the changes that no filter leaves out. */
  entries: ReadonlyMap<HeardChange, ResultEntry>
  refusals: RefusedRecords[]
  readFrom: Date
  readUntil: Date
}

/**
 * Reads the records of changed events, stores their messages and removes the events. Returns false
 * if the records of several events are too large together: nothing is delivered.
 *
 * @throws SentOnAlready if another process has delivered the events meanwhile
 */
export async function deliverBatch(
  services: Services,
  db: Db,
  batch: ChangeBatch,
): Promise<boolean> {
  const { connection, provider, listeners, pending, attempt } = batch
  const subscribing = provider.entry.connector?.subscribing
  const events = pending.map(({ body }) => JSON.parse(body!) as StoredEvent)
  const heard = subscribing
    ? events.flatMap((event) => changesHeardBy(listeners, event, subscribing))
    : []
  const asked = provider.lastCall()
  const readFrom = getNow()
  const { recordsOf, refusals } = await readChangedRecords(provider, heard, attempt)
  const failuresOf = new Map(heard.map(({ plan }) => [plan, new ExpressionFailures()]))
  const findFailures = ({ plan }: HeardChange) => must(failuresOf.get(plan), 'failures')
  const unfiltered = new Set<HeardChange>()
  const loop = loopTurn()
  for (const one of heard) {
    const matching = { loop, failures: findFailures(one) }
    if (await isUnfiltered(provider, one, recordsOf, matching)) unfiltered.add(one)
  }
  const readUntil = getNow()
  const entries = new Map<HeardChange, ResultEntry>()
  for (const one of unfiltered) {
    const matching = { loop, failures: findFailures(one) }
    entries.set(one, await entryOfChange(provider, one, recordsOf, matching))
  }
  const changes = { recordsOf, entries, refusals, readFrom, readUntil }
  const last = provider.lastCall()
  for (const { listener } of heard) await services.secrets.ready(listener.installation.projectId)
  const call = last === asked ? undefined : last && logCall(last, attempt)
  if (pending.length > 1 && refusals.some(({ error }) => isTooLarge(error))) return false
  const groups = Map.groupBy(unfiltered, ({ plan }) => plan)
  await Promise.all(
    [...groups].map(([plan, ofPlan]) =>
      services.notifications.waitForRoom({
        projectId: getFirst(ofPlan).listener.installation.projectId,
        destination: plan.destination,
      }),
    ),
  )
  await inTransaction(db, async (tx) => {
    const keys = pending.map(({ key }) => key)
    if (!(await clearDeliveredEvents(tx, connection.id, keys))) throw new SentOnAlready()
    const superseded = new Set<HeardChange>()
    const echoed = new Set<HeardChange>()
    for (const [plan, ofPlan] of groups) {
      const left = await sendChanges(services, tx, {
        ...{ batch, plan, changes },
        heard: ofPlan,
      })
      for (const one of left.superseded) superseded.add(one)
      for (const one of left.echoed) echoed.add(one)
    }
    for (const [{ link }, ofListener] of Map.groupBy(heard, ({ listener }) => listener)) {
      const filtered = ofListener.filter((one) => !unfiltered.has(one))
      const isDelivered = (one: HeardChange) =>
        unfiltered.has(one) && !superseded.has(one) && !echoed.has(one)
      await logHeard(tx, link, {
        delivered: ofListener.filter(isDelivered).map(({ event }) => event),
        superseded: ofListener.filter((one) => superseded.has(one)).map(({ event }) => event),
        echoed: ofListener.filter((one) => echoed.has(one)).map(({ event }) => event),
        filtered: filtered.map(({ event }) => event),
        failed: [...new Set(ofListener.map(({ plan }) => plan))].flatMap((plan) =>
          must(failuresOf.get(plan), 'failures')
            .take()
            .map((failure) => ({ ...failure, objectName: plan.objectName })),
        ),
        call,
      })
    }
    await logRejections(tx, { batch, refusals })
  })
  return true
}

/** Sends the changes that one subscription of an installation hears, and returns those left out. */
async function sendChanges(
  services: Services,
  tx: Db,
  {
    batch: { connection, provider },
    plan,
    heard,
    changes,
  }: {
    batch: ChangeBatch
    plan: SubscribePlan
    heard: readonly HeardChange[]
    changes: ReadChanges
  },
): Promise<{ superseded: ReadonlySet<HeardChange>; echoed: readonly HeardChange[] }> {
  const { recordsOf, entries, readFrom } = changes
  const { installation } = getFirst(heard).listener
  const { projectId } = installation
  const { destination } = plan
  const envelope = readEnvelope('subscribe', installation, connection, plan.read)
  const all = heard.map((one) => ({
    change: one,
    id: one.event.recordId,
    entry: must(entries.get(one), 'entry of the change'),
    record: recordsOf(plan.objectName).get(one.event.recordId),
    event: one.event,
    versionTime: findVersionTime(provider, one, recordsOf),
  }))
  const superseded = await findSupersededChanges(services, tx, {
    ...{ provider, plan, heard, changes, projectId },
    sentRecords: allRecordsOf(installation.id, plan.objectName),
    versions: findLatestVersions(all),
  })
  const ids = all.map(({ id }) => id)
  const found = await findWritten(tx, installation, plan.objectName, ids)
  const echoes = await markEntries(
    services,
    tx,
    {
      ...{ installation, connector: must(provider.entry.connector, 'connector'), readFrom },
      ...{ plan: { ...plan.read, destination }, dropsEchoes: plan.dropsEchoes },
    },
    { entries: all.filter(({ change }) => !superseded.has(change)), found },
  )
  const messages = await packMessages(envelope, echoes.left, {
    ...(plan.read.pageSize !== undefined && { pageSize: plan.read.pageSize }),
    store: (body, eventId) => storeDownload(services, tx, { projectId, eventId, body }),
  })
  await services.notifications.sendRecords(tx, {
    projectId,
    destination,
    action: 'subscribe',
    about: envelope,
    messages,
    recordsOf: allRecordsOf(installation.id, plan.objectName),
  })
  await echoes.store(messages)
  if (plan.read.keepsRecords) {
    const of = { projectId, installationId: installation.id, objectName: plan.objectName }
    const stateful = all.filter(({ change, event }) => !superseded.has(change) && hasState(event))
    const kept = stateful.map((one) => ({ ...one, hasContent: one.record !== undefined }))
    await keepRecords(services, tx, await sealEntries(services, of, kept))
  }
  const sent = new Set(echoes.left.map(({ change }) => change))
  return { superseded, echoed: heard.filter((one) => !superseded.has(one) && !sent.has(one)) }
}

/** Reports whether the event is about the record itself. */
const hasState = ({ type, association }: HeardChange['event']) =>
  !association && (type === 'create' || type === 'update' || type === 'delete')

/** Finds the changes of which the destination already received a later version, or the deletion. */
async function findSupersededChanges(
  { notifications }: Services,
  tx: Db,
  {
    provider,
    plan: { destination },
    heard,
    changes: { recordsOf, refusals, readFrom, readUntil },
    projectId,
    sentRecords,
    versions,
  }: {
    provider: ChangeBatch['provider']
    plan: SubscribePlan
    heard: readonly HeardChange[]
    changes: ReadChanges
    projectId: ConnectionRow['projectId']
    sentRecords: ReturnType<typeof allRecordsOf>
    versions: ReturnType<typeof findLatestVersions>
  },
): Promise<ReadonlySet<HeardChange>> {
  const about = { projectId, destination, recordsOf: sentRecords }
  const superseded = await notifications.findSuperseded(tx, {
    ...about,
    ...{ versions, readFrom, readUntil },
  })
  // An older change of a record that does not exist any more would follow its deletion.
  const gone = heard.filter((one) => isGone(one, { recordsOf, refusals }))
  const times = gone.map((one) => findEventTime(provider, one))
  const later = await notifications.findLater(tx, {
    ...about,
    times: gone.map((one, n) => ({ id: one.event.recordId, time: getNth(times, n) })),
  })
  return new Set([
    ...heard.filter((one) => superseded.has(one.event.recordId)),
    ...gone.filter((_, n) => later.has(n)),
  ])
}

/** Logs the records and fields that the provider does not return. */
async function logRejections(
  tx: Db,
  {
    batch: { listeners, undelivered },
    refusals,
  }: { batch: ChangeBatch; refusals: readonly RefusedRecords[] },
): Promise<void> {
  const links = listeners.map(({ link }: ChangeListener) => link)
  for (const refusal of undelivered) {
    const line = makeStoppedLine(
      refusal,
      `The provider does not list the fields of ${refusal.objectName}`,
      'its changes are delivered with the fields that the integration lists',
    )
    await logForMembers(tx, links, { severity: 'warning', ...line })
  }
  for (const refusal of refusals) {
    await logForMembers(tx, links, { severity: 'warning', ...describeRejection(refusal) })
  }
}

function describeRejection(refusal: RefusedRecords) {
  const { objectName, ids, error } = refusal
  return isTooLarge(error)
    ? makeStoppedLine(
        refusal,
        `The record ${ids.join(' or ')} of ${objectName} is too large to be delivered with its change`,
        `the change is delivered without fields; reads of ${objectName} support larger records`,
      )
    : makeStoppedLine(
        refusal,
        `The provider rejects the fields of ${objectName}`,
        'its changes are delivered without fields',
      )
}
