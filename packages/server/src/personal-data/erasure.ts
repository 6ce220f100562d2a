import type { Erased, ProjectId } from '@platform/contract'
import { connectionQuery } from '../connections/connections.ts'
import {
  eraseConsumerConnections,
  eraseGroupConnections,
  holdConsumer,
  holdGroup,
} from '../connections/people/people.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { eraseEvents, eraseEventsMentioning } from '../notifications/history/erase-events.ts'
import { deleteInstallationsOf, renameActors } from '../installations/installations.ts'
import { forgetInLogs } from '../operations/operations.ts'
import { forgetGroupOfKeys } from '../projects/jwt-keys.ts'

/** Erases a group: what it installed and connected, and what was said about it. Nobody is told. */
export function eraseGroup(
  db: Db,
  { projectId, groupRef }: { projectId: ProjectId; groupRef: string },
): Promise<Erased> {
  return inTransaction(db, async (tx) => {
    await holdGroup(tx, groupRef)
    await forgetGroupOfKeys(tx, groupRef)
    return {
      installations: await uninstall(tx, { groupRef }),
      connections: await eraseGroupConnections(tx, groupRef),
      events: await eraseEvents(tx, projectId, { groupRef }),
    }
  })
}

/** Erases a consumer: what they connected, what reads through that, and what was said about them. */
export function eraseConsumer(
  db: Db,
  { projectId, consumerRef }: { projectId: ProjectId; consumerRef: string },
): Promise<Erased> {
  return inTransaction(db, async (tx) => {
    await holdConsumer(tx, consumerRef)
    return {
      installations: await uninstall(tx, { consumerRef }),
      connections: await eraseConsumerConnections(tx, consumerRef),
      events:
        (await eraseEvents(tx, projectId, { consumerRef })) +
        (await eraseActs(tx, projectId, consumerRef)),
    }
  })
}

/** What stands in the place of a consumer who did something with what stays. */
const erased = 'erased consumer'

/** Forgets what a consumer did with what others of the group installed. */
async function eraseActs(tx: Db, projectId: ProjectId, consumerRef: string): Promise<number> {
  const caller = `consumer:${consumerRef}`
  const actors = [caller, consumerRef]
  const { eventIds, installationIds } = await renameActors(tx, actors, erased)
  if (installationIds.length > 0) {
    await forgetInLogs(tx, { installationIds, actors, instead: erased })
  }
  return eraseEventsMentioning(tx, projectId, { text: caller, ids: eventIds })
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
