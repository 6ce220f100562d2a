import { z } from 'zod'
import { ref, time } from './common.ts'
import { id } from './ids.ts'

// Fields that several schemas have, each with what it means. A schema that must bound one of them by
// more describes it itself.

/** A record's own ID. */
export const recordId = <Prefix extends string>(prefix: Prefix) =>
  id(prefix).describe('Identifies it. Opaque; records of one kind sort by it as they were created.')
export const projectId = id('proj').describe('The project that it belongs to, by its ID.')
export const createTime = time().describe('When it was created.')

/** Parameters that name what an operation is about. */
export const integrationId = z.string().describe('The integration, by its ID or its name.')
export const installationId = id('inst').describe('The installation, by its ID.')

export const groupRef = ref().describe(
  'Your own reference to a customer: a company, team or workspace.',
)
export const consumerRef = ref().describe('Your own reference to an end user.')
export const groupName = z
  .string()
  .max(512)
  .optional()
  .describe('The customer’s name, for people to read; stays as it was when left out.')
export const consumerName = z
  .string()
  .max(512)
  .optional()
  .describe('The end user’s name, for people to read; stays as it was when left out.')

export const provider = z
  .string()
  .describe('The provider’s name in the catalogue, such as `salesforce`.')
export const objectName = z
  .string()
  .describe('What the provider calls the object, such as `Contact`.')
export const fieldName = z.string().describe('What the provider calls the field.')
export const mapToDisplayName = z
  .string()
  .optional()
  .describe('What people read in place of `mapToName`.')
export const schedule = z
  .string()
  .optional()
  .describe(
    'When to read, as cron of five fields in UTC, at least 10 minutes apart, such as `0 */6 * * *`. Only when asked without it.',
  )
