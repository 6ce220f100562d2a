import { z } from 'zod'
import { batches, formFields, sendLimits, tableOfOthers } from './destination-fields.ts'

export const SnowflakeMetadata = z
  .object({
    accountIdentifier: z
      .string()
      .min(1)
      .max(255)
      .meta({ example: 'acme-analytics' })
      .describe(
        'Account identifier: organization and account, joined by a hyphen, or a locator with its region.',
      )
      .register(formFields, {
        label: 'Account identifier',
        placeholder: 'acme-analytics',
        hint: 'Organization and account name, joined by a hyphen.',
      }),
    database: z
      .string()
      .min(1)
      .max(63)
      .meta({ example: 'ANALYTICS' })
      .describe('Name of the database, which must exist.')
      .register(formFields, { label: 'Database' }),
    schema: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .describe('Schema of the table, which must exist. Defaults to `PUBLIC`.')
      .register(formFields, { label: 'Schema', hint: 'Leave empty for PUBLIC.' }),
    table: tableOfOthers,
    warehouse: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Warehouse that runs the statements. Defaults to that of the user.')
      .register(formFields, {
        label: 'Warehouse',
        hint: 'Leave empty for the default of the user.',
      }),
    role: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Role to act in. Defaults to that of the user.')
      .register(formFields, { label: 'Role', hint: 'Leave empty for the default of the user.' }),
    user: z
      .string()
      .min(1)
      .max(63)
      .meta({ example: 'INTEGRATIONS' })
      .describe('User to sign in as.')
      .register(formFields, { label: 'User' }),
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe(
        'URL of the account for private connectivity. Defaults to that at snowflakecomputing.com.',
      )
      .register(formFields, {
        label: 'Endpoint',
        hint: 'For private connectivity. Leave empty for snowflakecomputing.com.',
        isAdvanced: true,
      }),
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'SnowflakeMetadata', description: 'Settings of a Snowflake destination.' })

export const SnowflakeCredentials = z
  .object({
    privateKey: z
      .string()
      .max(16_384)
      .optional()
      .describe('RSA private key of the user, in PEM format, not encrypted.')
      .register(formFields, {
        label: 'Private key',
        hint: 'RSA key of the user, in PEM format, not encrypted.',
        isMultiline: true,
      }),
  })
  .meta({ id: 'SnowflakeCredentials', description: 'Credentials for Snowflake. Never returned.' })
