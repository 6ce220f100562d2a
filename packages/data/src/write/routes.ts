import { ProviderError } from '@platform/connector'
import * as contract from '@platform/contract'
import type { OperationId, WriteReply } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import type { FastifyRequest } from 'fastify'
import { nameOfCaller } from '@platform/kernel/access/caller'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Api } from '@platform/kernel/http/api'
import { departureOf } from '@platform/kernel/http/departure'
import {
  findInstallation,
  getGroupInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { contentsOf } from '@platform/installations/integrations/revision-content'
import { Problem } from '@platform/kernel/problems/problem'
import { reopenOperation } from '@platform/installations/operations/fence'
import type { Services } from '@platform/kernel/services'
import { acceptWrite } from './accept-write.ts'
import { createWriteDoor } from './door.ts'
import { writeReply, type NameOfField } from './outcome.ts'
import { nameOfFieldBy, planWrite } from './plan-write.ts'
import { endWrite, sendWrites, takeOver, type TakenWrite } from './send-writes.ts'
import * as store from './store.ts'

export function writeRoutes(api: Api, services: Services): void {
  const door = createWriteDoor(services.calls)
  /** Rows that a request loaded when it accepted its write, to avoid loading them again. */
  const accepted = new WeakMap<FastifyRequest, Accepted>()
  api.serve(contract.writeRecords, {
    admit({ body: { mode, groupRef }, project }) {
      return mode === 'asynchronous' ? undefined : door.enter({ projectId: project.id, groupRef })
    },
    async carryOut({ params, body, caller, db, request, reply }) {
      if (body.mode !== 'asynchronous' && departureOf(reply).aborted) throw hasGone()
      const { integration, installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: body.groupRef,
      })
      const write = await inTransaction(db, (tx) =>
        acceptWrite(services, tx, {
          integration,
          installation,
          objectName: params.objectName,
          request: body,
          by: nameOfCaller(caller),
        }),
      )
      accepted.set(request, { write, installation })
      const entry = findProvider(integration.provider, { among: services.catalogue })
      return {
        operationId: write.row.operationId,
        providerName: entry?.info.displayName ?? integration.provider,
      }
    },
    conclude({ body, db, request, reply }, { operationId, providerName }) {
      if (body.mode === 'asynchronous') return { operationId }
      return sendNow(services, db, {
        operationId,
        providerName,
        accepted: accepted.get(request),
        unwanted: departureOf(reply, callerHasGone()),
      })
    },
  })
}

/** A write that this request has accepted; other processes take it over only if this one dies. */
interface Accepted {
  write: TakenWrite
  installation: InstallationRow
}

/**
 * Sends a synchronous write. One that has already ended is answered with its result; one that ended
 * because the provider was unavailable is sent again.
 */
async function sendNow(
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
    accepted: Accepted | undefined
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
  const isAboutFields = results.some((result) => result?.fieldNames)
  const installation = isAboutFields ? await findInstallation(db, installationId) : undefined
  if (!installation) return nameOfFieldBy(undefined)
  const { latest } = await contentsOf(db, installation)
  return nameOfFieldBy(planWrite(objectName, latest, installation.content))
}

async function mustFind(db: Db, operationId: OperationId): Promise<store.WriteRow> {
  const write = await store.findWrite(db, operationId)
  if (!write) throw uninstalled(operationId)
  return write
}

const callerHasGone = () =>
  new ProviderError('unavailable', 'The caller closed the connection before the records were sent.')

const hasGone = () =>
  new Problem('request-timeout', {
    detail: 'The caller closed the connection. Nothing was stored.',
  })

/** The integration was uninstalled during the write; what the provider accepted stays written. */
const uninstalled = (operationId: OperationId) =>
  new Problem('installation-not-found', {
    detail: `The installation of the write ${operationId} has been deleted.`,
  })
