import { z } from 'zod'
import { projectParam } from './common.ts'
import { groupRef, integrationId, objectName } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

const says = (description: string) => ({ description })

/** How many records one request may carry. */
export const maxRecordsPerWrite = 100

const WriteAssociation = z
  .object({
    to: z
      .object({
        id: z.string().min(1).max(255).meta(says('The record to relate to.')),
        objectName: z
          .string()
          .max(255)
          .optional()
          .meta(says('Its object, where the provider does not find out by itself.')),
      })
      .meta(says('The other end.')),
    types: z
      .array(
        z.object({
          associationCategory: z.string().max(255).meta(says('Such as `HUBSPOT_DEFINED`.')),
          associationTypeId: z.int().meta(says('The provider’s number of the label.')),
        }),
      )
      .min(1)
      .max(100)
      .optional()
      .meta(says('The labels of the relation, where the provider has them.')),
    fieldName: z
      .string()
      .max(255)
      .optional()
      .meta(says('The field that holds the relation, where relations are fields.')),
  })
  .meta({ id: 'WriteAssociation', ...says('A relation to a record that exists.') })

const associations = z
  .array(WriteAssociation)
  .max(100)
  .optional()
  .meta(says('Existing records to relate it to.'))

const WriteFields = z.record(z.string().max(255), z.unknown()).meta({
  ...says(
    'Values by field: the builder’s names where the object inherits its mapping, else the provider’s. `id` names the record to update or delete.',
  ),
  example: { LastName: 'Ivanova', Email: 'sofia@globex.example' },
})

export const WriteRequest = z
  .object({
    groupRef,
    type: z.enum(['create', 'update', 'delete']).meta(says('What to do with the records.')),
    mode: z
      .enum(['synchronous', 'asynchronous'])
      .default('synchronous')
      .meta(says('Whether to wait for the outcome, or to be told by `write.async.done`.')),
    record: WriteFields.optional(),
    batch: z
      .array(z.object({ record: WriteFields, associations }))
      .min(1)
      .max(maxRecordsPerWrite)
      .optional()
      .meta(says('Several records in place of one.')),
    batchPolicy: z
      .object({
        allOrNone: z
          .boolean()
          .default(false)
          .meta(says('Whether either all records are written or none.')),
      })
      .optional()
      .meta(says('Of a batch.')),
    associations,
    headers: z
      .array(
        z.object({
          key: z.string().min(1).max(255).meta(says('Its name.')),
          value: z.string().max(4096).describe('The value.'),
        }),
      )
      .max(20)
      .optional()
      .meta(
        says('Further headers for the provider, such as those that switch off duplicate rules.'),
      ),
    retryPolicy: z
      .object({
        deadlineHours: z
          .int()
          .min(1)
          .max(48)
          .default(1)
          .meta(says('For how long it is tried again while the provider is away.')),
      })
      .optional()
      .meta(says('Of an asynchronous write.')),
    autoBatchPolicy: z
      .object({
        maxDelayMinutes: z
          .int()
          .min(1)
          .max(1440)
          .meta(says('For how long it may wait for others like it.')),
        retryDeadlineHours: z
          .int()
          .min(1)
          .max(48)
          .default(1)
          .meta(says('For how long it is tried again while the provider is away.')),
      })
      .optional()
      .meta(
        says('Of an asynchronous write: gathers it with others into one call of the provider.'),
      ),
  })
  .meta({ id: 'WriteRequest', ...says('What to write, and how.') })
export type WriteRequest = z.infer<typeof WriteRequest>

const Message = z.object({ message: z.string().describe('What it says.') })

export const WriteResult = z
  .object({
    success: z.boolean().meta(says('Whether it was written.')),
    recordId: z.string().optional().meta(says('The record’s ID at the provider.')),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta(says('The record as the provider answers it, when it does.')),
  })
  .meta({ id: 'WriteResult', ...says('What became of one record.') })
export type WriteResult = z.infer<typeof WriteResult>

export const WriteReply = z
  .object({
    operationId: id('op').describe('The operation: one run of a read.'),
    result: WriteResult.optional().meta(says('Of a single record.')),
    successCount: z.int().optional().meta(says('Of a batch: how many records were written.')),
    failureCount: z.int().optional().meta(says('Of a batch: how many were not.')),
    results: z.array(WriteResult).optional().meta(says('Of a batch, in the order of the records.')),
    errors: z.array(Message).optional().meta(says('Why records were not written.')),
    warnings: z.array(Message).optional().meta(says('What was done otherwise than asked.')),
  })
  .meta({ id: 'WriteReply', ...says('What became of a write.') })
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
    'write-refused',
    'write-outcome-unknown',
    'credentials-refused',
    'provider-unavailable',
  ],
})
