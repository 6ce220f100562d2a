import * as contract from '@platform/contract'
import { nameOfCaller } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import {
  createApprovalLink,
  describeApproval,
  getApprovalPage,
  getVisibleApproval,
  listApprovals,
  mustWait,
} from './approvals.ts'
import { toApproval } from './approval-record.ts'
import { carryOutDecision } from './decide.ts'
import { readChanges } from './show-changes.ts'

export function approvalRoutes(api: Api, services: Services, database: Database): void {
  api.serve(contract.listApprovals, ({ db, query, ...asking }) => listApprovals(db, asking, query))

  api.serve(contract.getApproval, async ({ db, params, ...asking }) =>
    describeApproval(services, db, await getVisibleApproval(db, asking, params.approvalId)),
  )

  api.serve(contract.approveWrite, {
    async prepare({ db, params, body, ...asking }) {
      const row = await getVisibleApproval(db, asking, params.approvalId)
      const { present, shown } = await readChanges(services, db, row, await mustWait(db, row))
      if (shown === body.shown) return present
      // An approved write may have changed the record meanwhile.
      await mustWait(db, await getVisibleApproval(db, asking, params.approvalId))
      throw new Problem('approval-outdated', {
        detail: 'The record was changed at the provider after these changes were shown.',
      })
    },
    async carryOut({ db, params, caller, ...asking }, present) {
      const { id } = await getVisibleApproval(db, { caller, ...asking }, params.approvalId)
      const by = nameOfCaller(caller)
      return toApproval(
        await carryOutDecision(services, db, { approvalId: id, event: 'approve', by, present }),
      )
    },
  })

  api.serve(contract.rejectWrite, async ({ db, params, body, caller, ...asking }) => {
    const { id } = await getVisibleApproval(db, { caller, ...asking }, params.approvalId)
    const by = nameOfCaller(caller)
    const { reason } = body
    return toApproval(
      await carryOutDecision(services, db, { approvalId: id, event: 'reject', by, reason }),
    )
  })

  api.serve(contract.createApprovalLink, async ({ db, params, body, caller, project }) => {
    const row = await getVisibleApproval(db, { caller, project }, params.approvalId)
    return createApprovalLink(services, db, { caller, project, row, person: body })
  })

  api.serve(contract.getApprovalPage, ({ caller }) => {
    // Every link belongs to a project, which the request does not name.
    const { project } = caller as Extract<typeof caller, { kind: 'consumer' }>
    return getApprovalPage(database.tenant(project.id), caller)
  })
}
