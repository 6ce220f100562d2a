import { z } from 'zod'
import { batches, formFields, sendLimits, tableOfOthers } from './destination-fields.ts'

export const DatabricksMetadata = z
  .object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'https://dbc-a1b2345c-d6e7.cloud.databricks.com' })
      .describe('URL of the workspace.')
      .register(formFields, {
        label: 'Workspace URL',
        placeholder: 'https://dbc-a1b2345c-d6e7.cloud.databricks.com',
      }),
    warehouseId: z
      .string()
      .min(1)
      .max(255)
      .meta({ example: '1234567890abcdef' })
      .describe('ID of the SQL warehouse that runs the statements.')
      .register(formFields, {
        label: 'SQL warehouse',
        placeholder: '1234567890abcdef',
        hint: 'ID of the warehouse that runs the statements.',
      }),
    catalog: z
      .string()
      .min(1)
      .max(255)
      .meta({ example: 'main' })
      .describe('Catalog of the schema, which must exist.')
      .register(formFields, { label: 'Catalog', placeholder: 'main' }),
    schema: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .describe('Schema of the tables, which must exist. Defaults to `default`.')
      .register(formFields, { label: 'Schema', hint: 'Leave empty for default.' }),
    table: tableOfOthers,
    clientId: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .describe('Application ID of the service principal to sign in as (OAuth).')
      .register(formFields, {
        label: 'Application ID',
        hint: 'Of the service principal to sign in as. Leave empty to use an access token.',
      }),
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'DatabricksMetadata', description: 'Settings of a Databricks destination.' })

export const DatabricksCredentials = z
  .object({
    clientSecret: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('OAuth secret of the service principal.')
      .register(formFields, { label: 'OAuth secret' }),
    accessToken: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('Personal access token, instead of a service principal.')
      .register(formFields, {
        label: 'Access token',
        hint: 'Instead of a service principal.',
      }),
  })
  .meta({ id: 'DatabricksCredentials', description: 'Credentials for Databricks. Never returned.' })
