import type { Erased, EventId, ProjectId } from '@platform/contract'
import { isNameOfCaller } from '@platform/kernel/access'
import { connectionQuery } from '@platform/connections/connections/connections'
import {
  eraseConsumerConnections,
  eraseGroupConnections,
  lockConsumerWithConnections,
  lockGroupWithConnections,
  mustBeConsumer,
  mustBeGroup,
} from '@platform/connections/connections/people/people'
import { deleteConnectLinksOf } from '@platform/installations/connect-links/connect-links'
import { removeApproverLinks, renameApprovers } from '@platform/data/write/approvals/approvals'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  eraseEvents,
  eraseNamedEvents,
  eraseOlderEvents,
} from '@platform/delivery/notifications/history/erase-events'
import {
  deleteInstallationsOf,
  renameActors,
} from '@platform/installations/installations/installations'
import { forgetInLogs } from '@platform/installations/operations/operations'
import { forgetGroupOfKeys } from '@platform/tenancy/projects/jwt-keys'

/** Progress of an erasure in batches: how many events were erased, and where the rest starts. */
interface Begun {
  count: number
  since: EventId
}

interface OfGroup {
  projectId: ProjectId
  groupRef: string
}

interface OfConsumer {
  projectId: ProjectId
  consumerRef: string
}

/**
 * Erases older events of a group in batches. If the process dies, the group still exists, and the
 * erasure can be requested again.
 */
export async function beginToEraseGroup(db: Db, { projectId, groupRef }: OfGroup): Promise<Begun> {
  await mustBeGroup(db, { projectId, groupRef })
  return eraseOlderEvents(db, projectId, { about: { groupRef } })
}

/** Erases a group with its installations, connections and events, without notifications. */
export function eraseGroup(
  db: Db,
  { projectId, groupRef }: OfGroup,
  { count, since }: Begun,
): Promise<Erased> {
  return inTransaction(db, async (tx) => {
    await lockGroupWithConnections(tx, groupRef)
    await forgetGroupOfKeys(tx, groupRef)
    await deleteConnectLinksOf(tx, { groupRef })
    return {
      installations: await uninstall(tx, { groupRef }),
      connections: await eraseGroupConnections(tx, groupRef),
      events: count + (await eraseEvents(tx, projectId, { about: { groupRef }, since })),
    }
  })
}

/** Starts erasing a consumer. */
export async function beginToEraseConsumer(
  db: Db,
  { projectId, consumerRef }: OfConsumer,
): Promise<Begun> {
  await mustBeConsumer(db, consumerRef)
  return eraseOlderEvents(db, projectId, listMentions(consumerRef))
}

/** Erases a consumer: their connections, the installations that use those, and events about them. */
export function eraseConsumer(
  db: Db,
  { projectId, consumerRef }: OfConsumer,
  { count, since }: Begun,
): Promise<Erased> {
  return inTransaction(db, async (tx) => {
    await lockConsumerWithConnections(tx, consumerRef)
    await deleteConnectLinksOf(tx, { consumerRef })
    await removeApproverLinks(tx, consumerRef)
    const installations = await uninstall(tx, { consumerRef })
    const connections = await eraseConsumerConnections(tx, consumerRef)
    const rest = await eraseEvents(tx, projectId, { ...listMentions(consumerRef), since })
    const acts = await eraseActs(tx, projectId, consumerRef)
    return { installations, connections, events: count + rest + acts }
  })
}

/** Returns the name of an actor in stored texts. */
const nameCaller = (consumerRef: string) => `consumer:${consumerRef}`

const listMentions = (consumerRef: string) => ({
  about: { consumerRef },
  mentioning: nameCaller(consumerRef),
})

/** Replaces the name of an erased consumer. */
const erased = 'erased consumer'

/** Erases a consumer's traces in what others of the group installed. */
async function eraseActs(tx: Db, projectId: ProjectId, consumerRef: string): Promise<number> {
  // An end user is named in tokens by free text, so a consumer may be called as another is named.
  const actors = [nameCaller(consumerRef), ...(isNameOfCaller(consumerRef) ? [] : [consumerRef])]
  const { eventIds, installationIds } = await renameActors(tx, actors, erased)
  await renameApprovers(tx, actors, erased)
  if (installationIds.length > 0) {
    await forgetInLogs(tx, { installationIds, actors, instead: erased })
  }
  return eraseNamedEvents(tx, projectId, eventIds)
}

async function uninstall(
  tx: Db,
  whose: { groupRef: string } | { consumerRef: string },
): Promise<number> {
  const connections = await connectionQuery(tx, whose).execute()
  return deleteInstallationsOf(
    tx,
    connections.map(({ id }) => id),
  )
}
