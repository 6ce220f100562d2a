import { z } from 'zod'

/** How forms ask for a setting. The others are set by API. */
interface FormField {
  label: string
  hint?: string
  placeholder?: string
  /** A credential that is no secret by itself. */
  isShown?: true
  isMultiline?: true
  /** A whole number. */
  isNumber?: true
  /** For special cases, which forms fold. */
  isAdvanced?: true
}

/** The settings and credentials that forms ask for. */
export const formFields = z.registry<FormField>()

/** Returns what forms ask for of a schema, in order. */
export const listFormFields = ({ shape }: z.ZodObject) =>
  Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const field = formFields.get(schema)
    if (!field) return []
    const isRequired = !schema.safeParse(undefined).success
    const isFlag = schema.safeParse(true).success
    const value = schema instanceof z.ZodOptional ? schema.unwrap() : schema
    const options = value instanceof z.ZodEnum ? value.options : undefined
    return [
      {
        ...{ name, ...field },
        ...(isRequired && { isRequired }),
        ...(isFlag && { isFlag }),
        ...(options && { options }),
      },
    ]
  })

/** Settings of destinations that receive several messages per request. */
export const batches = {
  batchSize: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'Maximum number of messages per request. Reduced to the receiver’s limit if that is lower.',
    ),
  maxWaitSecs: z
    .int()
    .min(0)
    .max(3600)
    .optional()
    .describe('Maximum time a message waits to be batched, in seconds.'),
}

/** Table of a warehouse that stores records in a table for each object. */
export const tableOfOthers = z
  .string()
  .min(1)
  .max(127)
  .optional()
  .describe(
    'Name of the table of messages without records. Records are in a table for each object. Tables are created if they do not exist. Defaults to `platform_events`.',
  )
  .register(formFields, {
    label: 'Table of other messages',
    hint: 'Records have a table for each object. Leave empty for platform_events.',
  })

/** Whether files have several messages. */
export const fileBatch = z
  .boolean()
  .optional()
  .describe('Whether to store multiple messages per object, one per line, compressed.')
  .register(formFields, {
    label: 'Batch messages',
    hint: 'Writes several messages to one compressed object, one per line. The key then names the folder.',
  })

/** How files with several messages are written. */
export const fileFormat = z
  .enum(['ndjson', 'parquet'])
  .optional()
  .describe(
    'Format of objects with multiple messages: one JSON per line, or Parquet with the columns ID, type, time and data. `parquet` always batches. Defaults to `ndjson`.',
  )
  .register(formFields, {
    label: 'Format of batches',
    placeholder: 'Default: ndjson',
  })

/** How files with several lines of JSON are compressed. */
export const fileCompression = z
  .enum(['gzip', 'zstd'])
  .optional()
  .describe('Compression of objects with one JSON per line. Defaults to `gzip`.')
  .register(formFields, {
    label: 'Compression of JSON lines',
    placeholder: 'Default: gzip',
    isAdvanced: true,
  })

/** How fast messages are sent to a destination, and how long an attempt may take. */
export const sendLimits = {
  maxPerSecond: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'Maximum number of messages sent in any second, by all processes of the server together. Others wait in order.',
    )
    .register(formFields, {
      label: 'Messages a second',
      hint: 'Leave empty for no limit. Messages above it wait, and are not counted as failed.',
      isNumber: true,
      isAdvanced: true,
    }),
  maxParallel: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Maximum number of requests in progress at the same time, by all processes of the server together. Defaults to 64.',
    )
    .register(formFields, {
      label: 'Requests in parallel',
      hint: 'Leave empty for up to 64.',
      isNumber: true,
      isAdvanced: true,
    }),
  timeoutSecs: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe(
      'How long an attempt may take, in seconds. Defaults to the server’s setting, 15 seconds.',
    )
    .register(formFields, {
      label: 'Time limit of an attempt in seconds',
      hint: 'Leave empty for that of the server.',
      isNumber: true,
      isAdvanced: true,
    }),
}

/** Certificates of authorities that are trusted instead of the public ones. */
export const caCertificate = z
  .string()
  .max(65_536)
  .optional()
  .describe(
    'Certificates of the authorities that may have issued that of the receiver, in PEM format, instead of the public ones.',
  )
  .register(formFields, {
    label: 'Certificate authority',
    hint: 'For a server with a private certificate, in PEM format.',
    isMultiline: true,
    isAdvanced: true,
  })

/** How servers are verified that are not reached by HTTP. */
export const sslMode = z
  .enum(['verify-full', 'verify-ca', 'require', 'disable'])
  .optional()
  .describe(
    'How the server is verified. `verify-ca` accepts any host name, `require` any certificate, and `disable` sends everything, also the password, unencrypted: only to private addresses. Defaults to `verify-full`, and to `disable` on this machine.',
  )
  .register(formFields, {
    label: 'TLS',
    placeholder: 'Default: verify-full',
    isAdvanced: true,
  })

/** Password of whom a destination signs in as. */
export const password = z
  .string()
  .max(1024)
  .optional()
  .describe('Password to sign in with.')
  .register(formFields, { label: 'Password' })

/** What proves a sender in TLS. */
export const clientCertificate = {
  clientCertificate: z
    .string()
    .max(65_536)
    .optional()
    .describe(
      'Certificate to present to the receiver (mTLS), with the chain that it needs, in PEM format.',
    )
    .register(formFields, {
      label: 'Client certificate',
      hint: 'For a receiver that demands one (mTLS), in PEM format.',
      isMultiline: true,
      isAdvanced: true,
    }),
  clientKey: z
    .string()
    .max(65_536)
    .optional()
    .describe('Private key of the client certificate, not encrypted, in PEM format.')
    .register(formFields, {
      label: 'Key of the client certificate',
      isMultiline: true,
      isAdvanced: true,
    }),
}

/** OAuth 2 client credentials: https://www.rfc-editor.org/rfc/rfc6749#section-4.4 */
export const clientCredentials = {
  tokenUrl: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .meta({ example: 'https://login.acme.example/oauth/token' })
    .describe(
      'Token endpoint of the receiver, where an access token is obtained with the client credentials (OAuth 2).',
    )
    .register(formFields, {
      label: 'Token URL',
      hint: 'For a receiver that requires an access token (OAuth 2 client credentials).',
      placeholder: 'https://…',
      isAdvanced: true,
    }),
  clientId: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Client ID at the token endpoint.')
    .register(formFields, { label: 'Client ID', isAdvanced: true }),
  scope: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Scopes of the access token, separated by spaces.')
    .register(formFields, { label: 'Scope', isAdvanced: true }),
  audience: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Audience of the access token, for token endpoints that require one.')
    .register(formFields, { label: 'Audience', isAdvanced: true }),
  clientAuthentication: z
    .enum(['basic', 'post'])
    .optional()
    .describe(
      'How the client ID and secret are sent: in the header (`basic`) or in the body (`post`). Defaults to `basic`.',
    )
    .register(formFields, {
      label: 'Client authentication',
      placeholder: 'Default: basic',
      isAdvanced: true,
    }),
}

/** Secret with which an access token is obtained. */
export const clientSecret = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('Client secret at the token endpoint.')
  .register(formFields, { label: 'Client secret', isAdvanced: true })
