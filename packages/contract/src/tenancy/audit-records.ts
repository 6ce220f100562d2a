import { z } from 'zod'
import { page, queryBoolean, time } from '../values/common.ts'
import { recordId } from '../installations/fields.ts'
import { type Id } from '../values/ids.ts'
import { builders, operation } from '../openapi/operation.ts'
import { orgParam } from './organizations.ts'

export type AuditRecordId = Id<'aud'>

export const AuditRecord = z
  .object({
    id: recordId('aud'),
    time: time().describe('Time of the change.'),
    orgId: z
      .string()
      .optional()
      .describe('ID of the organization. Absent for changes to a person only.'),
    projectId: z
      .string()
      .optional()
      .describe('ID of the project. Absent for changes outside of projects.'),
    actor: z
      .object({
        kind: z
          .string()
          .describe('Type of the actor: `builder`, `api-key`, `consumer` or `nobody`.'),
        id: z
          .string()
          .describe('ID of the actor: a builder, an API key, a consumer or an address.'),
        label: z
          .string()
          .optional()
          .describe('Display name of the actor: an email address or the label of a key.'),
      })
      .describe('Who made the change.'),
    action: z.string().meta({
      description: 'ID of the API operation, or the name of another action, such as `signIn`.',
      example: 'updateProject',
    }),
    target: z
      .string()
      .meta({ example: '/v1/projects/acme-crm' })
      .describe('Path of the changed resource, without query parameters.'),
    requestId: z
      .string()
      .describe(
        'ID of the request in the server’s log; also returned in the `X-Request-Id` header.',
      ),
    ip: z
      .string()
      .optional()
      .describe('IP address of the request. Absent for changes made by the server.'),
    userAgent: z.string().optional().describe('User agent of the request; absent if not sent.'),
    before: z
      .unknown()
      .optional()
      .describe('Resource before the change, without secrets. Absent for created resources.'),
    after: z
      .unknown()
      .optional()
      .describe('Resource after the change, without secrets. Absent for deleted resources.'),
  })
  .meta({
    id: 'AuditRecord',
    description: 'Entry of the audit log.',
  })
export type AuditRecord = z.infer<typeof AuditRecord>

export const listAuditLog = operation({
  id: 'listAuditLog',
  method: 'GET',
  path: '/v1/orgs/{orgId}/audit-log',
  tag: 'Organizations',
  summary: 'List audit log entries',
  description:
    'Newest first. Includes changes by API operations, end users who connected a provider (`connectProvider`), and members who signed in (`signIn`), failed to sign in (`signInFailed`) or changed their sign-in methods.',
  callers: builders,
  permission: 'org:owner',
  params: z.object(orgParam),
  query: z.object({
    actor: z
      .string()
      .max(512)
      .optional()
      .describe('Returns only changes by this builder, key or consumer, by ID.'),
    action: z
      .string()
      .max(255)
      .optional()
      .describe('Returns only changes of this kind, such as `updateProject`.'),
    projectId: z
      .string()
      .max(255)
      .optional()
      .describe('Returns only changes in this project, by ID.'),
    target: z
      .string()
      .max(2048)
      .optional()
      .describe('Returns only changes to resources at or below this path.'),
    requestId: z
      .string()
      .max(255)
      .optional()
      .describe('Returns only changes made by the request with this ID.'),
    from: time().optional().describe('Returns only changes at or after this time.'),
    to: time().optional().describe('Returns only changes before this time.'),
    brief: queryBoolean()
      .default(false)
      .describe(
        'Whether to shorten `before` and `after` to the values that identify the changed resource. Useful for long lists.',
      ),
    ...page,
  }),
  success: 200,
  reply: z.array(AuditRecord),
  problems: ['owner-required'],
})
