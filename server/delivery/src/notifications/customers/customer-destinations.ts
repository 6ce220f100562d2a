import type {
  CustomerDestination,
  CustomerDestinationSettings,
  CustomerDestinationWithSecret,
  CustomerEventType,
  DestinationId,
  ProjectId,
} from '@platform/contract'
import { updateCustomerDestination as updateOperation } from '@platform/contract'
import {
  type AdmittedProject,
  type Caller,
  maySeeGroup,
  mustBeWithin,
} from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { applyMask } from '@platform/kernel/http/update-mask'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { getNow, getNowMs, must } from '@platform/kernel/values'
import { mustBeDeclared } from '../own-events/event-types.ts'
import { mustChooseReceiver } from '../set-up/choose-receiver.ts'
import { signingKeys, toDestinations } from '../set-up/destination-record.ts'
import { destinationChanged, type SetUp } from '../set-up/destinations.ts'
import { readOrdering } from '../set-up/ordering.ts'
import type { DestinationRow } from '../set-up/routing.ts'
import { openMetadata, sealDestinationMetadata } from '../set-up/sealed-headers.ts'
import * as store from '../set-up/store.ts'
import { newSigningKeys, rotateSecrets } from '@platform/sinks/webhook/signing'
import { sinkTypes } from '@platform/sinks/sink-types'
import * as customerStore from './customer-store.ts'

/** Who asks, for which every operation on customers' destinations decides. */
export interface CustomerAsking {
  caller: Caller
  project: AdmittedProject
}

/**
 * Rejects end users whose token does not allow it, links and agents among them: whoever adds a
 * destination receives the records of the group. Returns the group of an end user.
 */
export function mustManageDestinations({ caller }: CustomerAsking): string | undefined {
  if (caller.kind !== 'consumer') return undefined
  const isPerson = caller.link === undefined && caller.approvalId === undefined
  if (isPerson && caller.managesDestinations) return caller.groupRef
  throw new Problem('permission-missing', {
    detail: 'The token has no claim managesDestinations, so its bearer manages no destinations.',
    remedy:
      'Issue a JWT with `managesDestinations: true` for people who may choose where messages about their group are sent, and never to agents.',
  })
}

/** Rejects whoever may not choose where messages about the customer are sent. */
function mustChoose(asking: CustomerAsking): string | undefined {
  const ownGroup = mustManageDestinations(asking)
  if (ownGroup === undefined) mustChooseReceiver(asking.project)
  return ownGroup
}

const nothingAllowed: CustomerDestinationSettings = { types: [], maxPerGroup: 0, eventTypes: [] }

export async function getCustomerSettings(
  db: Db,
  asking: CustomerAsking,
): Promise<CustomerDestinationSettings> {
  mustManageDestinations(asking)
  const row = await store.findCustomerSettings(db, asking.project.id)
  return row ? toSettings(row) : nothingAllowed
}

export async function setCustomerSettings(
  { routing }: SetUp,
  db: Db,
  asking: CustomerAsking,
  settings: CustomerDestinationSettings,
): Promise<CustomerDestinationSettings> {
  mustChooseReceiver(asking.project)
  const projectId = asking.project.id
  return inTransaction(db, async (tx) => {
    await mustBeDeclared(tx, settings.eventTypes.filter(isRouted))
    const row = await customerStore.storeCustomerSettings(tx, { projectId, ...settings })
    await destinationChanged(routing, tx, projectId)
    return toSettings(row)
  })
}

const isRouted = (
  type: CustomerEventType,
): type is Exclude<CustomerEventType, 'read' | 'subscribe'> =>
  type !== 'read' && type !== 'subscribe'

const toSettings = ({
  types,
  maxPerGroup,
  eventTypes,
}: NonNullable<Awaited<ReturnType<typeof store.findCustomerSettings>>>) => ({
  types: types.filter((type) => type === 'webhook'),
  maxPerGroup,
  eventTypes,
})

export interface NewCustomerDestination {
  groupRef?: string | undefined
  label: string
  url: string
  eventTypes: CustomerEventType[]
}

/** Adds a webhook of a customer, as far as the project allows it. */
export async function createCustomerDestination(
  setUp: SetUp,
  db: Db,
  asking: CustomerAsking,
  { label, url, eventTypes, ...named }: NewCustomerDestination,
): Promise<CustomerDestinationWithSecret> {
  const groupRef = mustChoose(asking) ?? named.groupRef
  if (groupRef === undefined) {
    const detail = '`groupRef` is required, except with the token of an end user.'
    throw invalidInput({ in: 'body', name: 'groupRef', detail })
  }
  const projectId = asking.project.id
  mustBeUsable(setUp, projectId, url)
  const { secrets, routing, tenantLimits } = setUp
  const id = newId('dest')
  const keys = newSigningKeys()
  const signing = await secrets.seal(projectId, JSON.stringify(keys))
  return inTransaction(db, async (tx) => {
    const settings = await customerStore.lockCustomerSettings(tx, projectId)
    mustBeAllowed(settings, eventTypes)
    if (!settings?.types.includes('webhook')) throw notOffered()
    const row = await customerStore.insertOfCustomer(tx, {
      ...{ id, projectId, customerRef: groupRef, label, eventTypes, signing },
      // The label is the customer's; names are unique in the project.
      ...{ name: id, type: 'webhook', metadata: JSON.stringify({ url }) },
    })
    if (
      (await customerStore.countOfCustomers(tx, { projectId, groupRef })) > settings.maxPerGroup
    ) {
      throw new Problem('limit-reached', {
        detail: `A customer can have at most ${settings.maxPerGroup} destinations in this project.`,
        context: { limit: 'maxPerGroup', allowed: settings.maxPerGroup },
      })
    }
    await mustBeWithin(tx, tenantLimits, {
      what: 'customerDestinations',
      tenant: projectId,
      count: () => customerStore.countOfCustomers(tx, { projectId }),
    })
    await destinationChanged(routing, tx, projectId)
    return { ...(await toCustomerDestination(setUp, tx, row)), webhookSigningKey: keys.secret }
  })
}

/** Returns the destination if the caller may manage it; those of other groups are treated as missing. */
export async function requireOfCustomer(
  db: Db,
  asking: CustomerAsking,
  id: DestinationId,
): Promise<DestinationRow> {
  mustManageDestinations(asking)
  return mustBeVisible(await customerStore.findOfCustomer(db, id), asking, id)
}

function mustBeVisible(
  row: DestinationRow | undefined,
  { caller }: CustomerAsking,
  id: DestinationId,
): DestinationRow {
  if (row && row.customerRef !== null && maySeeGroup(caller, row.customerRef)) return row
  throw new Problem('destination-not-found', {
    detail: `No destination of a customer has the ID ${id}.`,
  })
}

export interface CustomerDestinationChanges {
  label?: string | undefined
  url?: string | undefined
  eventTypes?: CustomerEventType[] | undefined
  disabled?: boolean | undefined
}

export async function updateCustomerDestination(
  setUp: SetUp,
  db: Db,
  asking: CustomerAsking,
  {
    id,
    updateMask,
    changes,
  }: { id: DestinationId; updateMask: string[]; changes: CustomerDestinationChanges },
): Promise<CustomerDestination> {
  mustChoose(asking)
  const { secrets, routing } = setUp
  const projectId = asking.project.id
  return inTransaction(db, async (tx) => {
    const settings = await customerStore.lockCustomerSettings(tx, projectId)
    const row = mustBeVisible(await customerStore.lockOfCustomer(tx, id), asking, id)
    const metadata = await openMetadata(secrets, row)
    const before = {
      label: row.label ?? '',
      url: metadata.url ?? '',
      eventTypes: row.eventTypes ?? [],
      disabled: row.status === 'disabled',
    }
    const { destination } = updateOperation.body.shape
    const after = applyMask(before, updateMask, changes, destination.required())
    if (after.url !== before.url) mustBeUsable(setUp, projectId, after.url)
    const added = after.eventTypes.filter((type) => !before.eventTypes.includes(type))
    mustBeAllowed(settings, added)
    const isEnabling = before.disabled && !after.disabled
    const isDisabling = !before.disabled && after.disabled
    const updated = await store.updateDestination(tx, id, {
      label: after.label,
      eventTypes: after.eventTypes,
      ...(await sealDestinationMetadata(
        secrets,
        { projectId, ordering: readOrdering(row) },
        { ...metadata, url: after.url },
      )),
      ...((isEnabling || isDisabling) && { failingSince: null, failingBecause: null }),
      ...(isEnabling && { status: 'enabled', disabledReason: null, disabledTime: null }),
      ...(isDisabling && {
        status: 'disabled',
        disabledReason: 'Disabled manually.',
        disabledTime: getNow(),
      }),
      updateTime: getNow(),
    })
    await destinationChanged(routing, tx, projectId)
    if (isEnabling) {
      await store.releaseHeld(tx, id)
      await store.notifyQueued(tx)
    }
    return toCustomerDestination(setUp, tx, must(updated, 'row'))
  })
}

/** Deletes the destination; what is pending for it is canceled. */
export async function deleteCustomerDestination(
  { routing }: SetUp,
  db: Db,
  asking: CustomerAsking,
  id: DestinationId,
): Promise<void> {
  mustManageDestinations(asking)
  await inTransaction(db, async (tx) => {
    mustBeVisible(await customerStore.lockOfCustomer(tx, id), asking, id)
    await store.cancelPending(tx, id)
    await store.deleteDestination(tx, id)
    await destinationChanged(routing, tx, asking.project.id)
  })
}

/** Replaces the signing secret; the former one also signs for the overlap. */
export async function rotateCustomerDestination(
  setUp: SetUp,
  db: Db,
  asking: CustomerAsking,
  id: DestinationId,
): Promise<CustomerDestinationWithSecret> {
  mustChoose(asking)
  const { secrets, routing } = setUp
  const projectId = asking.project.id
  return inTransaction(db, async (tx) => {
    const row = mustBeVisible(await customerStore.lockOfCustomer(tx, id), asking, id)
    const keys = rotateSecrets(await signingKeys(secrets, row), getNowMs())
    const signing = await secrets.seal(projectId, JSON.stringify(keys))
    const updated = await store.updateDestination(tx, id, { signing, updateTime: getNow() })
    await destinationChanged(routing, tx, projectId)
    const shown = await toCustomerDestination(setUp, tx, must(updated, 'row'))
    return { ...shown, webhookSigningKey: keys.secret }
  })
}

function mustBeUsable({ sinkContext }: SetUp, projectId: ProjectId, url: string): void {
  const issues = sinkTypes.webhook.validate(
    { projectId, metadata: { url }, credentials: {} },
    sinkContext,
  )
  if (issues.length > 0) throw invalidInput(...issues.map((at) => ({ ...at, name: 'url' })))
}

function mustBeAllowed(
  settings: { eventTypes: CustomerEventType[] } | undefined,
  eventTypes: readonly CustomerEventType[],
): void {
  const refused = eventTypes.filter((type) => !settings?.eventTypes.includes(type))
  if (refused.length > 0) {
    throw invalidInput({
      in: 'body',
      name: 'eventTypes',
      detail: `The project does not offer customers: ${refused.slice(0, 10).join(', ')}.`,
    })
  }
}

const notOffered = () =>
  new Problem('permission-missing', {
    detail: 'The project does not let customers add webhooks.',
    remedy: 'Allow the type with `setCustomerDestinationSettings`.',
  })

/** Converts destinations of customers to their wire format. */
export async function toCustomerDestinations(
  { secrets }: Pick<SetUp, 'secrets'>,
  db: Db,
  rows: readonly DestinationRow[],
): Promise<CustomerDestination[]> {
  const shown = await toDestinations(secrets, db, rows)
  return shown.map((destination, nth) => {
    const { customerRef, label, eventTypes, metadata } = must(rows[nth], 'row')
    const { id, projectId, status, disabledReason, health, formerKeyUntil } = destination
    return {
      ...{ id, projectId, status, disabledReason, health, formerKeyUntil },
      ...{ groupRef: customerRef ?? '', label: label ?? '', type: 'webhook' as const },
      ...{ url: metadata.url ?? '', eventTypes: eventTypes ?? [] },
      createTime: destination.createTime,
      updateTime: destination.updateTime,
    }
  })
}

const toCustomerDestination = async (
  setUp: Pick<SetUp, 'secrets'>,
  db: Db,
  row: DestinationRow,
): Promise<CustomerDestination> =>
  must((await toCustomerDestinations(setUp, db, [row]))[0], 'destination')
