import { z } from 'zod'
import { Branding } from '../tenancy/branding.ts'
import { ofGroup, page, projectParam, time } from '../values/common.ts'
import {
  consumerName,
  consumerRef,
  createTime,
  groupRef,
  instance,
  projectId,
  provider,
  recordId,
} from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers, type CallerKind } from '../openapi/operation.ts'
import { writeAssociations } from './write.ts'

/** Keys cannot decide: a server or an agent that asks for a write must not approve it. */
const people = ['builder', 'consumer'] as const satisfies CallerKind[]
const readers = ['builder', 'full', 'consumer'] as const satisfies CallerKind[]

export const ApprovalState = z.enum(['pending', 'approved', 'rejected', 'expired']).meta({
  id: 'ApprovalState',
  description: 'Whether a person has decided about a write, and how.',
})
export type ApprovalState = z.infer<typeof ApprovalState>

const decided = {
  decidedBy: z
    .string()
    .optional()
    .describe('Who decided, such as `consumer:user-42` or `builder:ana@acme.example`.'),
  decideTime: time().optional().describe('Time of the decision, or of the expiry.'),
  reason: z.string().optional().describe('Reason of a rejection, in the words of that person.'),
}

const role = z
  .string()
  .optional()
  .describe('Role that an end user needs to decide (`approvalRole` of the object).')

export const Approval = z
  .object({
    id: recordId('apr'),
    projectId,
    operationId: id('op').describe('ID of the write that waits. Its log contains the decision.'),
    integrationId: id('int').describe('ID of the integration that writes.'),
    integrationName: z.string().describe('Name of the integration in `platform.yaml`.'),
    installationId: id('inst').describe('ID of the installation that is written for.'),
    provider,
    groupRef,
    instance: instance
      .optional()
      .describe('Name of the customer’s account. Absent for the default account.'),
    objectName: z.string().describe('Name of the object: yours if it is mapped.'),
    type: z.enum(['create', 'update', 'delete']).describe('What happens to the records.'),
    recordCount: z.int().describe('Number of records.'),
    state: ApprovalState.describe('`expired` if nobody decided in time.'),
    role,
    requestedBy: z.string().describe('Who asked for the write, such as `api-key:key_…`.'),
    ...decided,
    expireTime: time().describe('Time until which a person can decide.'),
    createTime,
  })
  .meta({
    id: 'Approval',
    description: 'A write that waits, or waited, for the decision of a person.',
  })
export type Approval = z.infer<typeof Approval>

const ApprovalField = z
  .object({
    name: z.string().describe('Name of the field: yours if the object inherits its mapping.'),
    old: z
      .unknown()
      .optional()
      .describe('Present value at the provider. Absent if it is unknown, or the record is new.'),
    new: z.unknown().optional().describe('Value that is written. Absent for deletions.'),
  })
  .meta({ id: 'ApprovalField', description: 'A field before and after the write.' })
export type ApprovalField = z.infer<typeof ApprovalField>

export const ApprovalRecord = z
  .object({
    recordId: z.string().optional().describe('ID of the record at the provider.'),
    isKnown: z
      .boolean()
      .describe(
        'Whether the present values are known. `false` for new records, for records that do not exist, and for providers whose records are not read by ID.',
      ),
    fields: z
      .array(ApprovalField)
      .describe('Fields that are written; for deletions, those that are read.'),
    associations: writeAssociations,
  })
  .meta({ id: 'ApprovalRecord', description: 'What happens to one record.' })
export type ApprovalRecord = z.infer<typeof ApprovalRecord>

export const ApprovalDetails = Approval.extend({
  records: z
    .array(ApprovalRecord)
    .describe('What happens to each record. Empty once a person has decided.'),
  shown: z
    .string()
    .optional()
    .describe(
      'Identifies these changes, for the approval: another content than the person has seen is not approved. Absent once a person has decided.',
    ),
}).meta({ id: 'ApprovalDetails', description: 'A write that waits, with what it will change.' })
export type ApprovalDetails = z.infer<typeof ApprovalDetails>

const approvalParams = z.object({
  ...projectParam,
  approvalId: id('apr').describe('ID of the approval.'),
})

export const listApprovals = operation({
  id: 'listApprovals',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/approvals',
  tag: 'Approvals',
  summary: 'List writes that wait for a person',
  description: 'End users see those of their group, with a JWT that has the claim `approverRoles`.',
  callers: readers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    ...ofGroup,
    state: ApprovalState.optional().describe('Returns only approvals in this state.'),
  }),
  success: 200,
  reply: z.array(Approval),
})

export const getApproval = operation({
  id: 'getApproval',
  suitsLimitedKeys: true,
  showsRecords: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/approvals/{approvalId}',
  tag: 'Approvals',
  summary: 'Get what a waiting write will change',
  description:
    'Field by field, with the present values, which are read from the provider at the time of the request.',
  callers: readers,
  permission: 'installation:read',
  params: approvalParams,
  success: 200,
  reply: ApprovalDetails,
  problems: [
    'approval-not-found',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})

export const approveWrite = operation({
  id: 'approveWrite',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/approvals/{approvalId}:approve',
  tag: 'Approvals',
  summary: 'Approve a waiting write',
  description:
    'For people only: builders who may write records, end users with a JWT that has the claim `approverRoles`, and approval links. The write is then sent, and rejected at the provider if a shown value has changed meanwhile. Its outcome is sent as `write.async.done`.',
  callers: people,
  permission: 'record:write',
  params: approvalParams,
  body: z.object({
    shown: z.string().min(1).max(100).describe('`shown` of the changes that the person has seen.'),
  }),
  success: 200,
  reply: Approval,
  problems: [
    'approval-not-found',
    'approval-decided',
    'approval-outdated',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})

export const rejectWrite = operation({
  id: 'rejectWrite',
  suitsLimitedKeys: true,
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/approvals/{approvalId}:reject',
  tag: 'Approvals',
  summary: 'Reject a waiting write',
  description: 'Nothing is written. Servers can also reject, for example to withdraw a request.',
  callers: readers,
  permission: 'record:write',
  params: approvalParams,
  body: z.object({
    reason: z.string().max(500).optional().describe('Why, for whoever asked for the write.'),
  }),
  success: 200,
  reply: Approval,
  problems: ['approval-not-found', 'approval-decided'],
})

export const ApprovalLink = z
  .object({
    link: z
      .string()
      .describe('Address to send to the person. Whoever has it can decide about this write.'),
    expireTime: time().describe('Time at which the link expires, with the approval.'),
  })
  .meta({
    id: 'ApprovalLink',
    description: 'Link to a page on which a person decides about one write.',
  })
export type ApprovalLink = z.infer<typeof ApprovalLink>

export const createApprovalLink = operation({
  id: 'createApprovalLink',
  suitsLimitedKeys: true,
  changesAccess: true,
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/approvals/{approvalId}/links',
  tag: 'Approvals',
  summary: 'Create a link to the page of an approval',
  description:
    'The link is for one person and one write, and ends with the decision. A later link replaces it. The key that asked for the write cannot create it; the caller needs `manage:connections`, as for connect links, besides `write:records`.',
  callers: projectCallers,
  permission: 'record:write',
  params: approvalParams,
  body: z.object({
    consumerRef: consumerRef.describe('Person who decides, as recorded in the audit log.'),
    consumerName,
  }),
  success: 201,
  reply: ApprovalLink,
  problems: ['approval-not-found', 'approval-decided'],
})

export const ApprovalPage = z
  .object({
    projectId,
    appName: z.string().describe('Name of your product.'),
    branding: Branding.describe('Logo, colors, font and sizes set by the project.'),
    approvalId: id('apr').describe('ID of the approval that the page shows.'),
    groupRef: z.string().describe('Your reference for the customer.'),
    consumerName: z.string().describe('Name of the person who decides.'),
    expireTime: time().describe('Time at which the link expires.'),
  })
  .meta({ id: 'ApprovalPage', description: 'What the hosted page of an approval link shows.' })
export type ApprovalPage = z.infer<typeof ApprovalPage>

export const getApprovalPage = operation({
  id: 'getApprovalPage',
  method: 'GET',
  path: '/v1/approval-page',
  tag: 'Approvals',
  summary: 'Get what the page of an approval link shows',
  description: 'For the hosted page, with the secret of its link as Bearer token.',
  callers: ['consumer'],
  forLinks: true,
  success: 200,
  reply: ApprovalPage,
})
