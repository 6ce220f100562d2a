import { ProviderError } from '@platform/connector'
import type { OperationId, WriteReply } from '@platform/contract'
import { findInstallation } from '@platform/installations/installations/installations'
import { findContents } from '@platform/installations/integrations/revision-content'
import { reopenOperation } from '@platform/installations/operations/fence'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { endWrite, writeReply, type NameOfField } from './outcome.ts'
import { nameOfFieldBy, planWrite } from './plan-write.ts'
import * as store from './store.ts'
import { takeOver, type AcceptedWrite, type TakenWrite } from './taken-write.ts'
import { sendWrites } from './send-writes.ts'

/**
 * Sends a synchronous write. One that has already ended is answered with its result; one that ended
 * because the provider was unavailable is sent again.
 */
export async function sendNow(
  services: Services,
  db: Db,
  {
    operationId,
    providerName,
    accepted,
    unwanted,
  }: {
    operationId: OperationId
    providerName: string
    accepted: AcceptedWrite | undefined
    unwanted: AbortSignal
  },
): Promise<WriteReply> {
  const { installation } = accepted ?? {}
  const send = async (taken: readonly TakenWrite[]) => {
    const [one] = await sendWrites(services, db, taken, { installation, unwanted })
    return one
  }
  const take = () => takeOver(db, [operationId])
  let sent = await send(accepted ? [accepted.write] : await take())
  if (!sent) {
    const before = await mustFind(db, operationId)
    if (before.results.every((result) => result !== null)) {
      return writeReply(before, { providerName, nameOf: await nameOfFieldIn(db, before) })
    }
    await reopenOperation(db, operationId)
    sent = await send(await take())
  }
  const ended = sent && (await endWrite(services, db, sent)) ? sent : undefined
  const after = ended
    ? { ...ended.row, results: [...ended.results], sending: [...ended.sending] }
    : await mustFind(db, operationId)
  const nameOf = await nameOfFieldIn(db, after)
  return writeReply(after, { providerName, outage: sent?.outage, nameOf })
}

/**
 * Returns how errors of a write name fields. The mapping is loaded only if an error is about a
 * field.
 */
async function nameOfFieldIn(
  db: Db,
  { installationId, objectName, results }: store.WriteRow,
): Promise<NameOfField> {
  const isAboutFields = results.some((result) => result?.fieldNames ?? result?.conflicts)
  const installation = isAboutFields ? await findInstallation(db, installationId) : undefined
  if (!installation) return nameOfFieldBy(undefined)
  const { latest } = await findContents(db, installation)
  return nameOfFieldBy(planWrite(objectName, latest, installation.content))
}

async function mustFind(db: Db, operationId: OperationId): Promise<store.WriteRow> {
  const write = await store.findWrite(db, operationId)
  if (!write) throw makeUninstalledProblem(operationId)
  return write
}

export const callerHasGone = () =>
  new ProviderError('unavailable', 'The caller closed the connection before the records were sent.')

/** The integration was uninstalled during the write; what the provider accepted stays written. */
const makeUninstalledProblem = (operationId: OperationId) =>
  new Problem('installation-not-found', {
    detail: `The installation of the write ${operationId} has been deleted.`,
  })
