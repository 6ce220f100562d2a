import { z } from 'zod'
import { projectParam, time } from '../values/common.ts'
import { eitherObjectName, groupRef, integrationId, ofInstance } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

/** Maximum number of records in one request. */
export const maxRecordsPerWrite = 100

const WriteAssociation = z
  .object({
    to: z
      .object({
        id: z.string().min(1).max(255).describe('ID of the record to associate.'),
        objectName: z
          .string()
          .max(255)
          .optional()
          .describe('Object of the record, if the provider cannot determine it from the ID.'),
      })
      .describe('Record to associate with.'),
    types: z
      .array(
        z.object({
          associationCategory: z
            .string()
            .max(255)
            .describe('Category of the label, such as `HUBSPOT_DEFINED`.'),
          associationTypeId: z.int().describe('Numeric ID of the label at the provider.'),
        }),
      )
      .min(1)
      .max(100)
      .optional()
      .describe('Association labels, for providers that use them.'),
    fieldName: z
      .string()
      .max(255)
      .optional()
      .describe(
        'Field that holds the association, for providers that store associations in fields.',
      ),
  })
  .meta({ id: 'WriteAssociation', description: 'Association with an existing record.' })

export const writeAssociations = z
  .array(WriteAssociation)
  .max(100)
  .optional()
  .describe('Existing records to associate with the record.')

const WriteFields = z.record(z.string().max(255), z.unknown()).meta({
  description:
    'Values by field name. Uses your field names if the object inherits its mapping, and the provider’s otherwise. `id` identifies the record to update or delete.',
  example: { LastName: 'Ivanova', Email: 'sofia@globex.example' },
})

const condition = {
  expected: WriteFields.optional().describe(
    'Values that the record must still have: otherwise `onConflict` of the object decides. For updates and deletions. Requires the capability `read:records`, because a conflict reveals the present values.',
  ),
  ifUnmodifiedSince: time()
    .optional()
    .describe(
      'Time after which the record must not have been modified at the provider: otherwise `onConflict` of the object decides. For updates and deletions.',
    ),
}

export const WriteRequest = z
  .object({
    groupRef,
    type: z
      .enum(['create', 'update', 'upsert', 'delete'])
      .describe(
        'Action to perform on the records. `upsert` updates the record with the same key, or creates it.',
      ),
    keyField: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'Field by whose value an upsert finds the record, such as an external ID. Required for `upsert`.',
      ),
    mode: z
      .enum(['synchronous', 'asynchronous'])
      .default('synchronous')
      .describe('Whether to wait for the outcome or receive it in `write.async.done`.'),
    approval: z
      .literal('person')
      .optional()
      .describe(
        'Waits for the approval of a person, as if the manifest required it. For asynchronous writes.',
      ),
    record: WriteFields.optional(),
    ...condition,
    batch: z
      .array(z.object({ record: WriteFields, associations: writeAssociations, ...condition }))
      .min(1)
      .max(maxRecordsPerWrite)
      .optional()
      .describe('Multiple records, in place of `record`.'),
    batchPolicy: z
      .object({
        allOrNone: z
          .boolean()
          .default(false)
          .describe('Whether to write either all records or none.'),
      })
      .optional()
      .describe('How to handle a batch in which some records are rejected.'),
    associations: writeAssociations,
    headers: z
      .array(
        z.object({
          key: z.string().min(1).max(255).describe('Header name.'),
          value: z.string().max(4096).describe('Header value.'),
        }),
      )
      .max(20)
      .optional()
      .describe('Additional headers for the provider, such as those that bypass duplicate rules.'),
    retryPolicy: z
      .object({
        deadlineHours: z
          .int()
          .min(1)
          .max(48)
          .default(1)
          .describe('Time limit for retries while the provider is unavailable, in hours.'),
      })
      .optional()
      .describe('Retry settings of an asynchronous write.'),
    autoBatchPolicy: z
      .object({
        maxDelayMinutes: z
          .int()
          .min(1)
          .max(1440)
          .describe('Maximum time to wait for other writes to batch with, in minutes.'),
        retryDeadlineHours: z
          .int()
          .min(1)
          .max(48)
          .default(1)
          .describe('Time limit for retries while the provider is unavailable, in hours.'),
      })
      .optional()
      .describe('Batches an asynchronous write with others into one call to the provider.'),
  })
  .meta({ id: 'WriteRequest', description: 'Records to write and how to write them.' })
export type WriteRequest = z.infer<typeof WriteRequest>

const Message = z.object({
  message: z.string().describe('Error or warning, as a sentence that identifies the record.'),
})

export const RecordError = z
  .object({
    field: z
      .string()
      .optional()
      .describe('Name of the field as it was sent. Absent if the error is not about one field.'),
    reason: z.string().describe('Reason, in the provider’s words.'),
    expected: z
      .unknown()
      .optional()
      .describe('Expected value, if the field has another one: the record was changed meanwhile.'),
    actual: z
      .unknown()
      .optional()
      .describe('Value of the field at the provider, if another one was expected.'),
  })
  .meta({ id: 'RecordError', description: 'Why a record was not written.' })

const outcome = {
  index: z.int().describe('Position of the record in the request, from 0.'),
  success: z.boolean().describe('Whether the record was written.'),
  recordId: z.string().optional().describe('ID of the record at the provider.'),
  created: z
    .boolean()
    .optional()
    .describe('Whether an upsert created the record. Absent if unknown.'),
  errors: z
    .array(RecordError)
    .describe('Why the record was not written: one entry per field. Empty if it was written.'),
}

export const RecordResult = z
  .object(outcome)
  .meta({ id: 'RecordResult', description: 'Outcome for one record of an asynchronous write.' })
export type RecordResult = z.infer<typeof RecordResult>

export const WriteResult = z
  .object({
    ...outcome,
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Record as returned by the provider, if it returns one.'),
  })
  .meta({ id: 'WriteResult', description: 'Outcome for one record.' })
export type WriteResult = z.infer<typeof WriteResult>

export const WriteReply = z
  .object({
    operationId: id('op').describe('ID of the write operation. Use it to get the log.'),
    approvalId: id('apr')
      .optional()
      .describe('ID of the approval that the write waits for. Absent if it waits for none.'),
    result: WriteResult.optional().describe('Outcome of a single-record write.'),
    successCount: z.int().optional().describe('Number of records written. Only for batches.'),
    failureCount: z.int().optional().describe('Number of records not written. Only for batches.'),
    results: z
      .array(WriteResult)
      .optional()
      .describe('Outcomes in the order of the records. Only for batches.'),
    errors: z
      .array(Message)
      .optional()
      .describe('Why records were not written: one entry for each, in their order.'),
    warnings: z.array(Message).optional().describe('Deviations from the request.'),
  })
  .meta({ id: 'WriteReply', description: 'Outcome of a write.' })
export type WriteReply = z.infer<typeof WriteReply>

export const writeRecords = operation({
  id: 'writeRecords',
  method: 'POST',
  path: '/write/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}',
  tag: 'Writing',
  summary: 'Write records to a provider',
  description:
    'With an `Idempotency-Key`, a repeated request writes nothing and returns the first reply. The reply to an asynchronous write contains only the operation’s ID, and that of its approval if it waits for a person; the outcome is sent as `write.async.done`.',
  callers: projectCallers,
  permission: 'record:write',
  params: z.object({
    ...projectParam,
    integrationId,
    objectName: eitherObjectName,
  }),
  query: z.object(ofInstance),
  body: WriteRequest,
  maxBodyValues: 50_000,
  success: 200,
  reply: WriteReply,
  problems: [
    'integration-not-found',
    'installation-not-found',
    'object-not-installed',
    'deletion-not-enabled',
    'limit-reached',
    'write-refused',
    'write-conflict',
    'write-outcome-unknown',
    'credentials-refused',
    'provider-refused',
    'provider-unavailable',
  ],
})
