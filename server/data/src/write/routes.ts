import * as contract from '@platform/contract'
import { findProvider } from '@platform/connectors'
import type { FastifyRequest } from 'fastify'
import { holdSlot } from '@platform/kernel/admission'
import { mustHave, nameOfCaller } from '@platform/kernel/access'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Api } from '@platform/kernel/http'
import { watchDeparture } from '@platform/kernel/http/request-end'
import { getGroupInstallation } from '@platform/installations/installations/installations'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { acceptWrite } from './accept-write.ts'
import { callerHasGone, sendNow } from './send-now.ts'
import type { AcceptedWrite } from './taken-write.ts'
import { createWriteSlots, type WriteSlot } from './write-slots.ts'

export function writeRoutes(api: Api, services: Services): void {
  const slots = createWriteSlots(services.calls)
  const held = new WeakMap<FastifyRequest, WriteSlot>()
  /** Rows that a request loaded when it accepted its write, to avoid loading them again. */
  const accepted = new WeakMap<FastifyRequest, AcceptedWrite>()
  api.serve(contract.writeRecords, {
    admit({ body: { mode, groupRef, expected, batch = [] }, project, request }) {
      // A conflict reveals the present values.
      if (expected || batch.some((one) => one.expected)) {
        mustHave(project.who, project.capabilities, 'read:records')
      }
      if (mode === 'asynchronous') return undefined
      const slot = slots.acquire({ projectId: project.id, groupRef })
      held.set(request, slot)
      return slot.release
    },
    async carryOut({ params, query, body, caller, db, request, reply }) {
      if (body.mode !== 'asynchronous' && watchDeparture(reply).aborted) throw hasGone()
      const { integration, installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: body.groupRef,
        instance: query.instance,
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
        approvalId: write.approvalId,
        providerName: entry?.info.displayName ?? integration.provider,
      }
    },
    conclude({ body, db, request, reply }, { operationId, providerName, approvalId }) {
      if (body.mode === 'asynchronous') return { operationId, ...(approvalId && { approvalId }) }
      const send = () =>
        sendNow(services, db, {
          operationId,
          providerName,
          accepted: accepted.get(request),
          unwanted: watchDeparture(reply, callerHasGone()),
        })
      const slot = held.get(request)
      return slot ? holdSlot(slot, send) : send()
    },
  })
}

const hasGone = () =>
  new Problem('request-timeout', {
    detail: 'The caller closed the connection. Nothing was stored.',
  })
