import { ProviderError } from '@platform/connector'
import * as contract from '@platform/contract'
import type { OperationId, WriteReply } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { nameOfCaller } from '../access/caller.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Api } from '../http/api.ts'
import { departureOf } from '../http/departure.ts'
import { getGroupInstallation } from '../installations/installations.ts'
import { Problem } from '../problems/problem.ts'
import { reopenOperation } from '../operations/fence.ts'
import type { Services } from '../services.ts'
import { acceptWrite } from './accept-write.ts'
import { createWriteDoor } from './door.ts'
import { replyOf } from './outcome.ts'
import { endWrite, sendWrites } from './send-writes.ts'
import * as store from './store.ts'

export function writeRoutes(api: Api, services: Services): void {
  const door = createWriteDoor(services.calls)
  api.serve(contract.writeRecords, {
    admit({ body: { mode, groupRef }, project }) {
      return mode === 'asynchronous' ? undefined : door.enter({ projectId: project.id, groupRef })
    },
    async carryOut({ params, body, caller, db, reply }) {
      if (body.mode !== 'asynchronous' && departureOf(reply).aborted) throw hasGone()
      const { integration, installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: body.groupRef,
      })
      const operationId = await inTransaction(db, (tx) =>
        acceptWrite(services, tx, {
          integration,
          installation,
          objectName: params.objectName,
          request: body,
          by: nameOfCaller(caller),
        }),
      )
      const entry = findProvider(integration.provider, { among: services.catalogue })
      return { operationId, providerName: entry?.info.displayName ?? integration.provider }
    },
    conclude({ body, db, reply }, { operationId, providerName }) {
      if (body.mode === 'asynchronous') return { operationId }
      return sendNow(services, db, {
        operationId,
        providerName,
        unwanted: departureOf(reply, callerHasGone()),
      })
    },
  })
}

/**
 * Sends a write that somebody waits for. One that was accepted before and has ended is answered
 * as it ended; one that ended because the provider was away is sent again.
 */
async function sendNow(
  services: Services,
  db: Db,
  {
    operationId,
    providerName,
    unwanted,
  }: { operationId: OperationId; providerName: string; unwanted: AbortSignal },
): Promise<WriteReply> {
  const before = await store.findWrite(db, operationId)
  if (!before) throw uninstalled(operationId)
  if (before.results.every((result) => result !== null)) {
    return replyOf(before, { providerName })
  }
  await reopenOperation(db, operationId)
  const [sent] = await sendWrites(services, db, [operationId], { unwanted })
  if (sent) await endWrite(services, db, sent)
  const after = await store.findWrite(db, operationId)
  if (!after) throw uninstalled(operationId)
  return replyOf(after, { providerName, outage: sent?.outage })
}

const callerHasGone = () =>
  new ProviderError('unavailable', 'The caller closed the connection before the records were sent.')

const hasGone = () =>
  new Problem('request-timeout', {
    detail: 'The caller closed the connection. Nothing was stored.',
  })

/** Somebody has uninstalled while it was written; what the provider took of it, it has. */
const uninstalled = (operationId: OperationId) =>
  new Problem('installation-not-found', {
    detail: `The installation of the write ${operationId} has been deleted.`,
  })
