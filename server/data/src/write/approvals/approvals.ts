import {
  type Approval,
  type ApprovalDetails,
  type ApprovalId,
  type ApprovalLink,
  type ApprovalPage,
  connectPagePath,
  isId,
} from '@platform/contract'
import { findOperation } from '@platform/installations/operations/operations'
import {
  type AdmittedProject,
  type Caller,
  findLinkMaker,
  generateApprovalLinkToken,
  hashApiKey,
  invalidCredential,
  mustHave,
  nameOfCaller,
} from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { paginate } from '@platform/kernel/http/paginate'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNow } from '@platform/kernel/values'
import { getBranding } from '@platform/tenancy/projects/branding'
import { findWrite, type WriteRow } from '../store.ts'
import { noSuchApproval, toApproval } from './approval-record.ts'
import { decideApproval } from './decide-approval.ts'
import { readChanges } from './show-changes.ts'
import * as store from './store.ts'

interface Asking {
  caller: Caller
  project: Pick<AdmittedProject, 'integrationIds'>
}

/**
 * Lists approvals. End users see those about which they may decide, of their own group only.
 */
export function listApprovals(
  db: Db,
  { caller, project }: Asking,
  query: { groupRef?: string | undefined; state?: Approval['state'] | undefined } & Parameters<
    typeof paginate
  >[1],
): Promise<Approval[]> {
  const roles = caller.kind === 'consumer' ? mustBeApprover(caller) : undefined
  const { integrationIds } = project
  return paginate(store.selectApprovals(db, { ...query, integrationIds, roles }), query, toApproval)
}

/** Returns the approval if the caller may decide about it, or ask about it. */
export async function getVisibleApproval(
  db: Db,
  { caller, project: { integrationIds } }: Asking,
  id: ApprovalId,
): Promise<store.ApprovalRow> {
  // First: whoever may decide about none learns of none.
  const roles =
    caller.kind === 'consumer' && caller.approvalId === undefined ? mustBeApprover(caller) : []
  const row = await store.findApproval(db, id)
  if (!row || (integrationIds && !integrationIds.includes(row.integrationId)))
    throw noSuchApproval(id)
  if (caller.kind !== 'consumer') return row
  if (caller.approvalId !== undefined) {
    if (caller.approvalId !== id || caller.groupRef !== row.groupRef) throw noSuchApproval(id)
    return row
  }
  if (caller.groupRef !== row.groupRef) throw noSuchApproval(id)
  if (row.role === null || roles.includes(row.role)) return row
  throw new Problem('permission-missing', {
    detail: `The end user lacks the role ${row.role}.`,
    remedy: 'Ask a person with this role, whose JWT names it in `approverRoles`.',
  })
}

/** Returns the roles of an end user who may decide. Tokens of agents have none. */
function mustBeApprover({ approverRoles }: Extract<Caller, { kind: 'consumer' }>) {
  if (approverRoles) return approverRoles
  throw new Problem('permission-missing', {
    detail: 'The token has no claim approverRoles, so its bearer does not decide about writes.',
    remedy: 'Issue a JWT with `approverRoles` for people who may decide, and never to agents.',
  })
}

/** Returns the approval and, while it waits, what its write changes. */
export async function describeApproval(
  services: Services,
  db: Db,
  row: store.ApprovalRow,
): Promise<ApprovalDetails> {
  const write = isWaiting(row) ? await findWrite(db, row.operationId) : undefined
  if (!write) return { ...toApproval(row), records: [] }
  const { records, shown } = await readChanges(services, db, row, write)
  return { ...toApproval(row), records, shown }
}

const isWaiting = (row: store.ApprovalRow) =>
  !('refused' in decideApproval(row, 'reject', getNow()))

/** Returns the write of an approval that still waits. */
export async function mustWait(db: Db, row: store.ApprovalRow): Promise<WriteRow> {
  const step = decideApproval(row, 'reject', getNow())
  if ('refused' in step) throw noLongerWaits(row, step.refused)
  const write = await findWrite(db, row.operationId)
  if (!write) throw noSuchApproval(row.id)
  return write
}

export const noLongerWaits = ({ decidedBy, decideTime }: store.ApprovalRow, refused: string) =>
  new Problem('approval-decided', {
    detail:
      decidedBy === null
        ? refused
        : `${refused} ${decidedBy} decided at ${decideTime?.toISOString()}.`,
  })

/** Creates the link for one person. The secret is in the fragment, which browsers send to no server. */
export async function createApprovalLink(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  db: Db,
  {
    caller,
    project,
    row,
    person,
  }: {
    caller: Caller
    project: AdmittedProject
    row: store.ApprovalRow
    person: { consumerRef: string; consumerName?: string | undefined }
  },
): Promise<ApprovalLink> {
  mustHave(project.who, project.capabilities, 'manage:connections')
  if (caller.kind === 'full' && row.requestedBy === nameOfCaller(caller)) {
    throw new Problem('permission-missing', {
      detail: 'The key has asked for the write, so it cannot also open it for approval.',
      remedy: 'Create the link with another key, which agents do not have.',
    })
  }
  await mustWait(db, row)
  const secret = generateApprovalLinkToken()
  await store.updateApproval(db, row.id, {
    linkHash: hashApiKey(secret),
    linkMadeWith: JSON.stringify(findLinkMaker(caller) ?? null),
    linkConsumerRef: person.consumerRef,
    linkConsumerName: person.consumerName ?? person.consumerRef,
  })
  return {
    link: `${publicUrl}${connectPagePath}/${row.id}#${secret}`,
    expireTime: row.expireTime.toISOString(),
  }
}

/** Returns what the page of an approval link shows. */
export async function getApprovalPage(db: Db, caller: Caller): Promise<ApprovalPage> {
  const id = caller.kind === 'consumer' ? caller.approvalId : undefined
  const row = id && (await store.findApproval(db, id))
  // Decided, or replaced by a later link, since the request was authenticated.
  if (caller.kind !== 'consumer' || !row) throw invalidCredential('The link has expired.')
  const { project } = caller
  return {
    projectId: project.id,
    appName: project.appName,
    branding: await getBranding(db, project.id),
    approvalId: row.id,
    groupRef: row.groupRef,
    consumerName: row.linkConsumerName ?? '',
    expireTime: row.expireTime.toISOString(),
  }
}

/** Returns the approval with its write and its outcome. */
export async function findApprovedWrite(db: Db, id: string) {
  const approval = isId('apr', id) ? await store.findApproval(db, id) : undefined
  if (!approval) return undefined
  const [operation, write] = [
    await findOperation(db, approval.operationId),
    await findWrite(db, approval.operationId),
  ]
  return { approval, operation, results: write?.results ?? [] }
}

export { noSuchApproval }

/** Finds the approval of a link's secret, for `access`. */
export const findApprovalLink = store.findApprovalByLink
/** For erasures. */
export const { renameApprovers, removeApproverLinks } = store
