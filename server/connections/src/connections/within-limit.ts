import type { ProjectId } from '@platform/contract'
import { type Caller, type Limited, limitReached, mustBeWithin } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { createRooms } from './room.ts'
import { countThatConnect } from './session/store.ts'
import { countConnections, countOfProject, whatThereIs } from './store.ts'

interface Named {
  provider: string
  groupRef: string
  consumerRef: string
}

/**
 * Rejects a connection created by this transaction if its group or project now exceeds a limit of
 * connections, groups or consumers. End users create connections only for their own group and
 * cannot use up the room of others.
 */
export async function mustHavePlace(
  { tenantLimits }: Services,
  tx: Db,
  { projectId, ...named }: { projectId: ProjectId } & Named,
): Promise<void> {
  const { groupRef } = named
  await mustBeWithin(tx, tenantLimits, {
    what: 'connections',
    tenant: `${projectId} ${groupRef}`,
    count: () => countConnections(tx, { projectId, groupRef }),
  })
  const made = await whatThereIs(tx, { projectId, ...named, isNew: true })
  for (const [what, table] of inProject) {
    if (!made[table]) continue
    const allowed = tenantLimits[what]
    const room = `${allowed} ${what} of ${projectId}`
    if (rooms.take(room)) continue
    await mustBeWithin(tx, tenantLimits, {
      what,
      tenant: projectId,
      count: async () => {
        const count = await countOfProject(tx, table, { projectId, atMost: allowed + 1 })
        return rooms.counted(room, { count, allowed })
      },
    })
  }
}

const rooms = createRooms()

const inProject = [
  ['groups', 'groups'],
  ['consumers', 'consumers'],
  ['projectConnections', 'connections'],
] as const satisfies [Limited, string][]

/**
 * Rejects a frontend key if half of the limit is used or waiting for consent: anyone who reads the
 * key in a page can name any group, and must leave room for others.
 */
export async function mustLeavePlace(
  { tenantLimits }: Services,
  db: Db,
  caller: Caller,
  named: Partial<Named>,
): Promise<void> {
  if (caller.kind !== 'frontend') return
  const { provider, groupRef, consumerRef } = named
  if (provider === undefined || groupRef === undefined || consumerRef === undefined) return
  const projectId = caller.project.id
  const exists = await whatThereIs(db, { projectId, provider, groupRef, consumerRef })
  for (const [what, table] of inProject) {
    if (tenantLimits[what] === Infinity || exists[table]) continue
    const allowed = Math.floor(tenantLimits[what] / 2)
    const room = `${allowed} ${what} of ${projectId} for pages`
    if (rooms.take(room)) continue
    const there = await countOfProject(db, table, { projectId, atMost: allowed })
    const count = there + (await countThatConnect(db, table, projectId))
    if (rooms.counted(room, { count, allowed }) >= allowed)
      throw limitReached(what, allowed, 'Frontend keys can fill a project with')
  }
}
