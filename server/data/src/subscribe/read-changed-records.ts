import {
  ProviderError,
  type ProviderClient,
  type ProviderEvent,
  type ProviderRecord,
  type RecordLocator,
  type Subscribing,
} from '@platform/connector'
import type { AssociatedObject, ResultEntry } from '@platform/contract'
import { openAssociations, withAssociations } from '@platform/connections/provider/associations'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import { findCall } from '@platform/connections/provider/call/provider-call'
import type { InstallationRow } from '@platform/installations/installations/installations'
import {
  isFilteredPlan,
  planWithFields,
  planWithoutLostFields,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { getOwn, must } from '@platform/kernel/values'
import { mapRecord } from '../sync/messages.ts'
import { matchesPlan, type Matching } from '../sync/filter-page.ts'
import type { StoredEvent } from './event-store.ts'
import { isHeard, type SubscribePlan } from './set-up/plan-subscribe.ts'
import type { Stopped } from './stopped.ts'
import type { LinkRow } from './store.ts'

/** Time limit of a provider for the records of a round; then the job is retried later. */
const patienceMs = 15_000

/** An installation that receives changes of its connection's account. */
export interface ChangeListener {
  link: LinkRow
  installation: InstallationRow
  plans: readonly SubscribePlan[]
  /** Fields of objects with a filter that the provider no longer shows. */
  lostFields: ReadonlyMap<string, readonly string[]>
}

/** An event for a subscribed installation. */
export interface HeardChange {
  event: ProviderEvent
  listener: ChangeListener
  plan: SubscribePlan
}

/** Records of an object that are delivered without fields. */
export interface RefusedRecords extends Stopped {
  objectName: string
  ids: readonly string[]
  error: ProviderError
}

/** The provider failed when the records of this object were read. */
export class ObjectOutage extends Error {
  readonly objectName: string
  override readonly cause: ProviderError

  constructor(objectName: string, cause: ProviderError) {
    super(cause.message, { cause })
    this.objectName = objectName
    this.cause = cause
  }
}

export interface OpenChanges {
  provider: OpenProvider
  listeners: readonly ChangeListener[]
  /** Objects whose fields the provider does not describe. */
  undelivered: readonly RefusedRecords[]
}

/** Resolves "all fields" of the listeners to the fields of the account. */
export async function openChanges(
  provider: OpenProvider,
  { listeners, attempt }: { listeners: readonly ChangeListener[]; attempt: number },
): Promise<OpenChanges> {
  const { entry, client } = provider
  const undelivered = new Map<string, RefusedRecords>()
  const describe = (objectName: string) =>
    must(entry.connector, 'connector')
      .describeObject(patient(client), objectName)
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError) || !isAboutTheObject(error)) throw error
        const call = findCall(error, provider)
        undelivered.set(objectName, { objectName, ids: [], error, call, attempt })
        return { fields: {} }
      })
  const heard = listeners.map(async (listener) => ({
    ...listener,
    plans: await Promise.all(
      listener.plans.map(async (plan) => ({
        ...plan,
        read: planWithoutLostFields(
          await planWithFields(plan.readOf.object, plan.readOf.config, describe),
          listener.lostFields.get(plan.objectName) ?? [],
        ),
      })),
    ),
  }))
  return { provider, listeners: await Promise.all(heard), undelivered: [...undelivered.values()] }
}

/** Returns the event once per listener and plan that it concerns. */
export function changesHeardBy(
  listeners: readonly ChangeListener[],
  event: StoredEvent,
  subscribing: Subscribing,
): HeardChange[] {
  const { only } = event
  const concerned = only
    ? listeners.filter(({ installation }) => only.includes(installation.id))
    : listeners
  return concerned.flatMap((listener) =>
    listener.plans
      .filter(
        (plan) =>
          isNamed(subscribing, listener, { plan, objectName: event.objectName }) &&
          isHeard(plan, event),
      )
      .map((plan) => ({ event, listener, plan })),
  )
}

/** Reports whether an event's object is that of the plan: accounts may name objects of their own. */
const isNamed = (
  subscribing: Subscribing,
  { link }: ChangeListener,
  { plan, objectName }: { plan: SubscribePlan; objectName: string },
) =>
  subscribing.isSameObject(plan.objectName, objectName) ||
  getOwn(link.namesInEvents ?? undefined, plan.objectName) === objectName

export type RecordsOf = (objectName: string) => ReadonlyMap<string, ProviderRecord>

type Asked = Pick<ReadPlan, 'fieldNames'> & Partial<Pick<ReadPlan, 'associations'>>

/** Fields of an object that any listener needs. */
interface Wanted {
  fieldNames: Set<string>
  associations: Set<string>
  ids: Set<string>
  locators: Map<string, RecordLocator>
}

/**
 * Reads the records of the events with all fields that any listener needs. Records that the
 * provider refuses to return are delivered without fields, so that no event is lost.
 */
export async function readChangedRecords(
  provider: OpenProvider,
  heard: readonly HeardChange[],
  attempt: number,
): Promise<{ recordsOf: RecordsOf; refusals: RefusedRecords[] }> {
  const { entry, client } = provider
  const wanted = new Map<string, Wanted>()
  const want = (
    objectName: string,
    { fieldNames, associations }: Asked,
    { id, locator }: { id: string; locator?: RecordLocator | undefined },
  ) => {
    if (fieldNames.length === 0 || id === '') return
    const known = wanted.get(objectName)
    const of: Wanted = known ?? {
      fieldNames: new Set(),
      associations: new Set(),
      ids: new Set(),
      locators: new Map(),
    }
    if (!known) wanted.set(objectName, of)
    if (locator) of.locators.set(id, locator)
    for (const name of fieldNames) of.fieldNames.add(name)
    for (const name of associations ?? []) of.associations.add(name)
    of.ids.add(id)
  }
  for (const { event, plan, listener } of heard) {
    const { association } = event
    if (!association) {
      const { recordId: id, locator } = event
      if (event.type !== 'delete') want(plan.objectName, plan.read, { id, locator })
      continue
    }
    if (!plan.withFullRecords) continue
    const { fieldNames } = plan.read
    want(plan.objectName, { fieldNames }, association.from)
    const other = planOfOther(
      must(entry.connector, 'connector').subscribing!,
      listener,
      association.to.objectName,
    )
    if (other) {
      want(other.objectName, { fieldNames: other.read.fieldNames }, association.to)
    }
  }

  const read = new Map<string, Map<string, ProviderRecord>>()
  const refusals: RefusedRecords[] = []
  const within = patient(client)
  for (const [objectName, { fieldNames, associations, ids, locators }] of wanted) {
    try {
      const asked = { objectName, associations: [...associations] }
      const reader = await openAssociations(provider, within, asked)
      const found = await must(entry.connector, 'connector').subscribing!.readRecords(within, {
        objectName,
        fieldNames: [...new Set([...fieldNames, ...(reader?.fieldNames ?? [])])],
        ids: [...ids],
        locators,
      })
      const { records } = reader
        ? await withAssociations(reader, within, found)
        : { records: found }
      read.set(objectName, new Map(records.map((record) => [record.id, record])))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.isOutage) throw new ObjectOutage(objectName, error)
      if (!isAboutTheObject(error)) throw error
      refusals.push({ objectName, ids: [...ids], error, call: findCall(error, provider), attempt })
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
  listener: ChangeListener,
  objectName: string | undefined,
) =>
  objectName === undefined
    ? undefined
    : listener.plans.find((plan) => isNamed(subscribing, listener, { plan, objectName }))

/**
 * Returns the modification time of the version that a change delivers, or the time of a deletion; undefined
 * if it delivers no version of its record.
 */
export function findVersionTime(
  provider: OpenProvider,
  change: HeardChange,
  recordsOf: RecordsOf,
): Date | undefined {
  const { event, plan } = change
  if (event.association) return undefined
  // Not later than a restoration in the same moment.
  if (event.type === 'delete') return findEventTime(provider, change)
  const updatedTime = recordsOf(plan.objectName).get(event.recordId)?.updatedTime
  return updatedTime === undefined ? undefined : new Date(updatedTime)
}

/** Returns the time of an event in the precision of the provider's modification times. */
export function findEventTime(
  { entry: { connector } }: OpenProvider,
  { event }: HeardChange,
): Date {
  const precisionMs = connector?.timePrecisionMs ?? 1
  return new Date(Math.floor(Date.parse(event.time) / precisionMs) * precisionMs)
}

/** Reports whether the provider was asked for the changed record and has none. */
export const isGone = (
  { event, plan }: HeardChange,
  { recordsOf, refusals }: { recordsOf: RecordsOf; refusals: readonly RefusedRecords[] },
): boolean =>
  event.type !== 'delete' &&
  !event.association &&
  event.recordId !== '' &&
  plan.read.fieldNames.length > 0 &&
  !recordsOf(plan.objectName).has(event.recordId) &&
  !refusals.some(({ objectName }) => objectName === plan.objectName)

/**
 * Reports whether a change is one of the installation's records. A deletion always is, because the
 * record may have been delivered before; a record that could not be read is not.
 */
export async function isUnfiltered(
  provider: OpenProvider,
  { event, plan }: HeardChange,
  recordsOf: RecordsOf,
  matching: Matching,
): Promise<boolean> {
  // The ends of an association are filtered with their records.
  if (!isFilteredPlan(plan.read) || event.type === 'delete' || event.association) return true
  const record = recordsOf(plan.objectName).get(event.recordId)
  return record ? isMatch(provider, plan.read, record, matching) : event.type === 'other'
}

const isMatch = (
  { entry: { connector } }: OpenProvider,
  plan: ReadPlan,
  record: ProviderRecord,
  matching: Matching,
) => matchesPlan(must(connector, 'connector'), plan, record, matching)

/** Returns what a listener receives of a change. */
export async function entryOfChange(
  provider: OpenProvider,
  { event, plan, listener }: HeardChange,
  recordsOf: RecordsOf,
  { loop, failures }: Matching,
): Promise<ResultEntry> {
  const { connector } = provider.entry
  const record = recordsOf(plan.objectName).get(event.recordId)
  const entry: ResultEntry = {
    ...(record && event.type !== 'delete' && !event.association
      ? mapRecord(connector!, plan.read, record, failures)
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
  const toAssociated = async (
    end: { objectName?: string; id: string },
    of: SubscribePlan | undefined,
  ): Promise<AssociatedObject> => {
    const found = plan.withFullRecords && of && recordsOf(of.objectName).get(end.id)
    if (!found || !(await isMatch(provider, of.read, found, { loop }))) return end
    const { associations: _associations, ...full } = mapRecord(connector!, of.read, found)
    return { ...end, ...full }
  }
  const fromRecord = await toAssociated(from, plan)
  return { ...entry, fromRecord, toRecord: await toAssociated(to, other) }
}
