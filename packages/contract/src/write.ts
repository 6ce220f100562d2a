import { z } from 'zod'
import { projectParam } from './common.ts'
import { groupRef, integrationId, objectName } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

/** How many records one request may carry. */
export const maxRecordsPerWrite = 100

const WriteAssociation = z
  .object({
    to: z
      .object({
        id: z.string().min(1).max(255).describe('The record to relate to.'),
        objectName: z
          .string()
          .max(255)
          .optional()
          .describe('Its object, where the provider does not find out by itself.'),
      })
      .describe('The other end.'),
    types: z
      .array(
        z.object({
          associationCategory: z
            .string()
            .max(255)
            .describe('Whose label it is, such as `HUBSPOT_DEFINED`.'),
          associationTypeId: z.int().describe('The provider’s number of the label.'),
        }),
      )
      .min(1)
      .max(100)
      .optional()
      .describe('The labels of the relation, where the provider has them.'),
    fieldName: z
      .string()
      .max(255)
      .optional()
      .describe('The field that holds the relation, where relations are fields.'),
  })
  .meta({ id: 'WriteAssociation', description: 'A relation to a record that exists.' })

const associations = z
  .array(WriteAssociation)
  .max(100)
  .optional()
  .describe('Existing records to relate it to.')

const WriteFields = z.record(z.string().max(255), z.unknown()).meta({
  description:
    'Values by field: the builder’s names where the object inherits its mapping, else the provider’s. `id` names the record to update or delete.',
  example: { LastName: 'Ivanova', Email: 'sofia@globex.example' },
})

export const WriteRequest = z
  .object({
    groupRef,
    type: z.enum(['create', 'update', 'delete']).describe('What to do with the records.'),
    mode: z
      .enum(['synchronous', 'asynchronous'])
      .default('synchronous')
      .describe('Whether to wait for the outcome, or to be told by `write.async.done`.'),
    record: WriteFields.optional(),
    batch: z
      .array(z.object({ record: WriteFields, associations }))
      .min(1)
      .max(maxRecordsPerWrite)
      .optional()
      .describe('Several records in place of one.'),
    batchPolicy: z
      .object({
        allOrNone: z
          .boolean()
          .default(false)
          .describe('Whether either all records are written or none.'),
      })
      .optional()
      .describe('What becomes of a batch where some records are refused.'),
    associations,
    headers: z
      .array(
        z.object({
          key: z.string().min(1).max(255).describe('The name of the header.'),
          value: z.string().max(4096).describe('What the header says.'),
        }),
      )
      .max(20)
      .optional()
      .describe('Further headers for the provider, such as those that switch off duplicate rules.'),
    retryPolicy: z
      .object({
        deadlineHours: z
          .int()
          .min(1)
          .max(48)
          .default(1)
          .describe('For how long it is tried again while the provider is away.'),
      })
      .optional()
      .describe('How long an asynchronous write goes on.'),
    autoBatchPolicy: z
      .object({
        maxDelayMinutes: z
          .int()
          .min(1)
          .max(1440)
          .describe('For how long it may wait for others like it.'),
        retryDeadlineHours: z
          .int()
          .min(1)
          .max(48)
          .default(1)
          .describe('For how long it is tried again while the provider is away.'),
      })
      .optional()
      .describe('Of an asynchronous write: gathers it with others into one call of the provider.'),
  })
  .meta({ id: 'WriteRequest', description: 'What to write, and how.' })
export type WriteRequest = z.infer<typeof WriteRequest>

const Message = z.object({
  message: z.string().describe('What happened, in a sentence that names the record.'),
})

export const WriteResult = z
  .object({
    success: z.boolean().describe('Whether it was written.'),
    recordId: z.string().optional().describe('The record’s ID at the provider.'),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The record as the provider answers it, when it does.'),
  })
  .meta({ id: 'WriteResult', description: 'What became of one record.' })
export type WriteResult = z.infer<typeof WriteResult>

export const WriteReply = z
  .object({
    operationId: id('op').describe('The write, whose log can be asked for.'),
    result: WriteResult.optional().describe('What became of a single record.'),
    successCount: z.int().optional().describe('Of a batch: how many records were written.'),
    failureCount: z.int().optional().describe('Of a batch: how many were not.'),
    results: z.array(WriteResult).optional().describe('Of a batch, in the order of the records.'),
    errors: z.array(Message).optional().describe('Why records were not written.'),
    warnings: z.array(Message).optional().describe('What was done otherwise than asked.'),
  })
  .meta({ id: 'WriteReply', description: 'What became of a write.' })
export type WriteReply = z.infer<typeof WriteReply>

export const writeRecords = operation({
  id: 'writeRecords',
  method: 'POST',
  path: '/write/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}',
  tag: 'Writing',
  summary: 'Write records to a provider',
  description:
    'With an `Idempotency-Key` a repeated request writes nothing again and answers what the first one did. The reply to an asynchronous write names its operation only; `write.async.done` tells the outcome.',
  callers: projectCallers,
  permission: 'record:write',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName,
  }),
  body: WriteRequest,
  success: 200,
  reply: WriteReply,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'deletion-not-enabled',
    'limit-reached',
    'write-refused',
    'write-outcome-unknown',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
