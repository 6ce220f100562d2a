import type { EventType, OwnEventType, ProjectId, RoutedEventType } from '@platform/contract'
import { isOwnEventType } from '@platform/contract'
import type { Selectable } from 'kysely'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { destinationChanged } from '../set-up/destinations.ts'
import type { Routing } from '../set-up/routing.ts'
import { listSchemaFaults } from './check-schema.ts'
import * as store from './event-type-store.ts'

type EventTypeRow = Selectable<Tables['eventTypes']>

export async function createEventType(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  wanted: {
    projectId: ProjectId
    name: OwnEventType
    description?: string | undefined
    schema?: Record<string, unknown> | undefined
  },
): Promise<EventType> {
  mustBeSupported(wanted.schema)
  return inTransaction(db, async (tx) => {
    const row = await store.insertEventType(tx, wanted)
    if (!row) {
      const detail = `The event type ${wanted.name} already exists.`
      throw new Problem('event-type-exists', { detail })
    }
    await mustBeWithin(tx, tenantLimits, {
      what: 'eventTypes',
      tenant: wanted.projectId,
      count: () => store.countEventTypes(tx, wanted.projectId),
    })
    return toEventType(row)
  })
}

export async function getEventType(db: Db, name: string): Promise<EventType> {
  return toEventType(await requireEventType(db, name))
}

export async function updateEventType(
  db: Db,
  name: string,
  changes: {
    description?: string | undefined
    schema?: Record<string, unknown> | undefined
  },
): Promise<EventType> {
  mustBeSupported(changes.schema)
  const row = await store.updateEventType(db, name, changes)
  if (!row) throw eventTypeNotFound(name)
  return toEventType(row)
}

/** Deletes a type and its routes. Events that were sent are still delivered. */
export async function deleteEventType(
  routing: Routing,
  db: Db,
  { projectId, name }: { projectId: ProjectId; name: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await store.deleteEventType(tx, name))) throw eventTypeNotFound(name)
    await destinationChanged(routing, tx, projectId)
  })
}

export async function requireEventType(db: Db, name: string): Promise<EventTypeRow> {
  const row = await store.findEventType(db, name)
  if (!row) throw eventTypeNotFound(name)
  return row
}

/** Rejects own types that are not declared; the others cannot be deleted before the transaction ends. */
export async function mustBeDeclared(tx: Db, types: readonly RoutedEventType[]): Promise<void> {
  for (const type of types) {
    if (isOwnEventType(type) && !(await store.lockEventType(tx, type)))
      throw eventTypeNotFound(type)
  }
}

function mustBeSupported(schema: Record<string, unknown> | undefined): void {
  const faults = schema ? listSchemaFaults(schema) : []
  if (faults.length > 0) {
    throw invalidInput(
      ...faults.map(({ path, detail }) => ({ in: 'body' as const, name: `schema${path}`, detail })),
    )
  }
}

export const toEventType = (row: EventTypeRow): EventType => ({
  name: row.name,
  projectId: row.projectId,
  ...(row.description !== null && { description: row.description }),
  ...(row.schema && { schema: row.schema }),
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
})

const eventTypeNotFound = (name: string) =>
  new Problem('event-type-not-found', {
    detail: `No event type of the project is named ${name.slice(0, 200)}.`,
  })
