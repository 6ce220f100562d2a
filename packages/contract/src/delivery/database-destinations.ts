import { z } from 'zod'
import {
  batches,
  caCertificate,
  clientCertificate,
  formFields,
  password,
  sendLimits,
  sslMode,
  tableOfOthers,
} from './destination-fields.ts'

export const PostgresMetadata = z
  .object({
    host: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'db.acme.example' })
      .describe('Host of the server, with its port if it is not 5432.')
      .register(formFields, { label: 'Host', placeholder: 'db.acme.example' }),
    database: z
      .string()
      .min(1)
      .max(63)
      .meta({ example: 'product' })
      .describe('Name of the database.')
      .register(formFields, { label: 'Database' }),
    user: z
      .string()
      .min(1)
      .max(63)
      .meta({ example: 'integrations' })
      .describe('Role to sign in as. It must be allowed to create tables in the schema.')
      .register(formFields, { label: 'User' }),
    schema: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .describe('Schema of the tables. Created if it does not exist. Defaults to `public`.')
      .register(formFields, { label: 'Schema', hint: 'Leave empty for public.' }),
    sslMode,
    caCertificate,
    includeRaw: z
      .boolean()
      .optional()
      .describe('Whether to store each record as the provider returned it, in `_raw`.')
      .register(formFields, {
        label: 'Store raw records',
        hint: 'Adds each record as the provider returned it, in the column _raw.',
      }),
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'PostgresMetadata', description: 'Settings of a PostgreSQL destination.' })

export const PostgresCredentials = z
  .object({ password })
  .meta({ id: 'PostgresCredentials', description: 'Credentials for PostgreSQL. Never returned.' })

export const ClickHouseMetadata = z
  .object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'https://clickhouse.acme.example:8443' })
      .describe('URL of the HTTP interface of the server.')
      .register(formFields, {
        label: 'URL',
        placeholder: 'https://clickhouse.acme.example:8443',
      }),
    database: z
      .string()
      .min(1)
      .max(63)
      .meta({ example: 'default' })
      .describe('Name of the database, which must exist.')
      .register(formFields, { label: 'Database', placeholder: 'default' }),
    table: tableOfOthers,
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Whom to sign in as. Defaults to the user `default`.')
      .register(formFields, { label: 'Username' }),
    caCertificate,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'ClickHouseMetadata', description: 'Settings of a ClickHouse destination.' })

export const ClickHouseCredentials = z
  .object({ password, ...clientCertificate })
  .meta({ id: 'ClickHouseCredentials', description: 'Credentials for ClickHouse. Never returned.' })
