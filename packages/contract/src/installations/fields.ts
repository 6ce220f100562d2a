import { z } from 'zod'
import { ref, time } from '../values/common.ts'
import { id } from '../values/ids.ts'

// Fields shared by several schemas, with their descriptions. A schema with stricter limits
// describes them itself.

/** Texts by name. */
export const strings = z.record(z.string(), z.string())

/** A record's own ID. */
export const recordId = <Prefix extends string>(prefix: Prefix) =>
  id(prefix).describe('Opaque ID of the resource. IDs of one resource type sort by creation time.')
export const projectId = id('proj').describe('ID of the project that owns the resource.')
export const displayNameText = z.string().trim().min(1).max(100)
export const createTime = time().describe('Time of creation.')

/** Parameters that identify resources. */
export const integrationId = z.string().describe('ID or name of the integration.')
export const installationId = id('inst').describe('ID of the installation.')

export const groupRef = ref().describe(
  'Your reference for a customer: a company, team or workspace.',
)
/** Name of one of a customer's accounts; empty for the default one. */
export const instance = z
  .string()
  .regex(/^([A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/)
  .meta({ example: 'emea' })
/** Query parameter of operations that name an installation by its customer. */
export const ofInstance = {
  instance: instance
    .optional()
    .describe(
      'Name of the customer’s account, if the integration allows several (`multiple`). Defaults to the default account.',
    ),
}
/** Query parameter of operations that name a connection by its customer. */
export const ofConnection = {
  connectionId: id('conn')
    .optional()
    .describe(
      'ID of the connection, if the customer has several. Defaults to the newest to the provider.',
    ),
}
export const consumerRef = ref().describe('Your reference for an end user.')
export const groupName = z
  .string()
  .max(512)
  .optional()
  .describe('Name of the customer, for display. If unset, the current name is kept.')
export const consumerName = z
  .string()
  .max(512)
  .optional()
  .describe('Name of the end user, for display. If unset, the current name is kept.')

export const provider = z
  .string()
  .describe('Name of the provider in the catalogue, such as `salesforce`.')
export const objectName = z.string().describe('Provider object name, such as `Contact`.')
/** In requests about an integration, which has names of its own. */
export const eitherObjectName = z
  .string()
  .describe(
    'Name of the object at the provider, such as `Contact`, or in your product (`mapToName`).',
  )
export const fieldName = z.string().describe('Provider field name.')
export const mapToDisplayName = z
  .string()
  .optional()
  .describe('Label shown in place of `mapToName`.')
export const schedule = z
  .string()
  .optional()
  .describe(
    'Schedule of reads, as a cron expression with five fields in the time zone `timezone`, at least 10 minutes apart, such as `0 */6 * * *`. If unset, the object is read only on request.',
  )
export const timezone = z
  .string()
  .optional()
  .describe(
    'Time zone of `schedule`, as an IANA name such as `Europe/Berlin`. Defaults to `UTC`. A time that a day lacks when clocks go forward runs at the end of the gap; one that it has twice runs once.',
  )
