import { isIP } from 'node:net'
import { z } from 'zod'
import { signUpPolicies } from '@platform/tenancy/organizations/sign-up'

const number = () => z.coerce.number({ error: 'must be a number' })
const days = (fallback: number, least = 1) =>
  number().int().min(least).max(36_500).default(fallback)
const limit = (fallback: number) => number().int().min(1).default(fallback)
const port = (fallback: number) => number().int().min(0).max(65_535).default(fallback)
const makeListSchema = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (text) =>
      typeof text === 'string'
        ? text
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : text,
    z.array(item),
  )

/** `name=value` pairs in the format of `OTEL_…`: separated by commas, with URL-encoded values. */
const pairs = z.string().transform((text, context): Record<string, string> => {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  const entries = parts.map((part) => /^\s*([^=\s]+)\s*=(.*)$/s.exec(part))
  try {
    return Object.fromEntries(
      entries.map((entry) => [entry![1]!, decodeURIComponent(entry![2]!.trim())]),
    )
  } catch {
    context.addIssue('must be pairs such as name=value, separated by commas')
    return z.NEVER
  }
})

/** The dashboard, redirect URIs and links are at fixed paths. */
const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => URL.canParse(text) && new URL(text).href.replace(/\/+$/, '') === new URL(text).origin,
    'must be an origin without a path, such as https://integrations.acme.example. Serve the platform at the root of a host name of its own',
  )

const exporter = z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp')
const natsUrl = z.string().regex(/^(nats|tls):\/\//, 'must begin with nats:// or tls://')
const otlpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const proxyUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be the http or https URL of a proxy, such as http://proxy.acme.example:3128',
  })
  // As in the user name and password of a URL.
  .regex(/^(?:[^%]|%[\da-f]{2})*$/i, 'must have `%25` for each `%` of its password')
/** Their lower-case names are as common. */
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
const milliseconds = (fallback: number) => number().int().min(100).max(3_600_000).default(fallback)

/** Longer chains are not plausible. */
const maxProxies = 10

/** Parses the number of trusted proxies, or their networks. Rejects networks of all addresses. */
const trustProxy = z.string().transform((text, context): number | string[] => {
  if (/^\d+$/.test(text) && Number(text) <= maxProxies) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  const isNetwork = (network: string) => {
    const [address = '', bits = '32', ...rest] = network.split('/')
    const max = { 4: 32, 6: 128 }[isIP(address)] ?? 0
    // A /0 network contains every address, so any client could spoof its address.
    return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= max && rest.length === 0
  }
  if (networks.every(isNetwork)) return networks
  context.addIssue('must be the number of proxies, such as 1, or their networks')
  return z.NEVER
})

/**
 * Every setting, read from the environment. `docs/settings.md` documents them; a test compares
 * both.
 */
const environment = z.strictObject({
  PLATFORM_PORT: port(4000),
  PLATFORM_HEALTH_PORT: number().int().min(1).max(65_535).optional(),
  PLATFORM_HOST: z.string().default('127.0.0.1'),
  PLATFORM_DATA: z.string().default('./data'),
  PLATFORM_PUBLIC_URL: publicUrl.optional(),
  PLATFORM_HOOKS_URL: publicUrl.optional(),
  PLATFORM_ROLE: z.enum(['all', 'api', 'engine']).default('all'),
  PLATFORM_PROCESSES: number().int().min(1).max(64).default(1),
  // Not a strict URL: the host of a Unix socket is in the query.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  PLATFORM_LOG: natsUrl.optional(),
  PLATFORM_LOG_SYSTEM: natsUrl.optional(),
  PLATFORM_LOG_BYTES: number().int().min(1).optional(),
  PLATFORM_LOG_DRAIN: z.stringbool().default(false),
  PLATFORM_LOG_NAME: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must consist of letters, digits, - and _')
    .optional(),
  PLATFORM_DATABASE_DISK_BYTES: number().int().min(1).optional(),
  PLATFORM_MASTER_KEY: z.string().optional(),
  PLATFORM_KEEP_MESSAGES: days(30),
  PLATFORM_KEEP_OPERATIONS: days(30),
  PLATFORM_KEEP_EMPTY_READS: days(3),
  PLATFORM_KEEP_LOGS: days(30),
  PLATFORM_KEEP_CONFIGS: days(90),
  PLATFORM_KEEP_REVISIONS: days(365),
  PLATFORM_KEEP_AUDIT_LOG: days(365, 30),
  PLATFORM_KEEP_REPLIES: days(1),
  PLATFORM_KEEP_RECORDS: days(1).removeDefault().optional(),
  PLATFORM_LIMIT_ORGANIZATIONS: limit(100),
  PLATFORM_LIMIT_INVITES: limit(200),
  PLATFORM_LIMIT_PROJECTS: limit(100),
  PLATFORM_LIMIT_KEYS: limit(100),
  PLATFORM_LIMIT_PROVIDER_APPS: limit(500),
  PLATFORM_LIMIT_INTEGRATIONS: limit(500),
  PLATFORM_LIMIT_DESTINATIONS: limit(200),
  PLATFORM_LIMIT_CUSTOMER_DESTINATIONS: limit(2000),
  PLATFORM_LIMIT_PULL_CONSUMERS: limit(100),
  PLATFORM_LIMIT_TOPICS: limit(200),
  PLATFORM_LIMIT_REPLAYS: limit(100),
  PLATFORM_LIMIT_GROUPS: limit(100_000),
  PLATFORM_LIMIT_CONSUMERS: limit(200_000),
  PLATFORM_LIMIT_PROJECT_CONNECTIONS: limit(200_000),
  PLATFORM_LIMIT_CONNECTIONS: limit(1000),
  PLATFORM_LIMIT_CONNECT_LINKS: limit(10_000),
  PLATFORM_LIMIT_CONNECT_SESSIONS: limit(100),
  PLATFORM_LIMIT_APPROVALS: limit(1000),
  PLATFORM_LIMIT_STORED_BYTES: limit(1024 ** 3),
  PLATFORM_LIMIT_SNAPSHOT_RECORDS: limit(100_000),
  PLATFORM_LIMIT_KEPT_BYTES: limit(1024 ** 3),
  PLATFORM_LIMIT_RECORD_BYTES: limit(64 * 1024 ** 2),
  PLATFORM_SANDBOX_SALESFORCE_PORT: port(4010),
  PLATFORM_SANDBOX_HUBSPOT_PORT: port(4011),
  PLATFORM_SANDBOX_AS_OF: z
    .string()
    .regex(
      /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/,
      'must be a month or day, such as 2026-11',
    )
    .optional(),
  PLATFORM_DEMO_PORT: port(4020),
  PLATFORM_PROVIDERS: z.string().optional(),
  PLATFORM_RETRY_SCHEDULE: makeListSchema(number().min(0)).optional(),
  PLATFORM_WEBHOOK_TIMEOUT_MS: number().int().min(100).max(300_000).default(15_000),
  PLATFORM_DISABLE_AFTER: z.coerce
    .number()
    .min(1)
    .default(5 * 24 * 3600),
  PLATFORM_ALLOW_CIDR: makeListSchema(z.string()).optional(),
  PLATFORM_OPERATOR_ALLOW_CIDR: makeListSchema(z.string()).optional(),
  HTTP_PROXY: proxyUrl.optional(),
  HTTPS_PROXY: proxyUrl.optional(),
  NO_PROXY: z.string().optional(),
  PLATFORM_PROXY_RESOLVES: z.stringbool().default(false),
  PLATFORM_AWS_AMBIENT: makeListSchema(
    z.string().regex(/^proj_\w+$/, 'must be project IDs, such as proj_01k…'),
  ).optional(),
  PLATFORM_DRAIN_SECONDS: number().min(0).max(60).optional(),
  PLATFORM_DATABASE_CONNECTIONS: number().int().min(4).max(1000).default(30),
  PLATFORM_READ_MIN_INTERVAL: number().int().min(1).default(600),
  PLATFORM_PROVIDER_TIMEOUT_MS: number().int().min(100).max(300_000).default(30_000),
  PLATFORM_PROVIDER_CALLS: number().int().min(1).max(10_000).default(40),
  PLATFORM_ORIGIN_CONNECTIONS: number().int().min(2).max(10_000).default(512),
  PLATFORM_PROXY_STALL_MS: milliseconds(60_000),
  PLATFORM_READS: number().int().min(1).max(1000).default(10),
  PLATFORM_RATE_LIMIT: number().int().min(1).default(60_000),
  PLATFORM_ANONYMOUS_RATE_LIMIT: number().int().min(1).default(1_200),
  PLATFORM_TRUST_PROXY: trustProxy.optional(),
  PLATFORM_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  PLATFORM_LOG_DESTINATIONS: z.stringbool().optional(),
  PLATFORM_SIGN_UP: z.enum(signUpPolicies).default('closed'),
  PLATFORM_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PLATFORM_MAIL_FROM: z.string().optional(),
  PLATFORM_SSO_ISSUER: z.url().optional(),
  PLATFORM_SSO_CLIENT_ID: z.string().optional(),
  PLATFORM_SSO_CLIENT_SECRET: z.string().optional(),
  PLATFORM_TOKEN_ISSUER: z.string().optional(),
  PLATFORM_TOKEN_AUDIENCE: z.string().optional(),
  PLATFORM_TOKEN_JWKS_URL: z.url().optional(),
  PLATFORM_SUPPORT_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  PLATFORM_SUPPORT_PHONE: z.string().max(100).optional(),
  PLATFORM_SUPPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  PLATFORM_DEVELOPMENT: z.stringbool().default(false),
  PLATFORM_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PLATFORM_SEND_TRACEPARENT: z.stringbool().default(false),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', { error: 'must be http/json, which collectors accept on port 4318' })
    .default('http/json'),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds(10_000),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_TRACES_SAMPLER: z
    .enum([
      ...(['always_on', 'always_off', 'traceidratio'] as const),
      ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: number().int().min(1).max(1_000_000).default(2_048),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds(60_000),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
})

export type Settings = z.infer<typeof environment>

export const settingNames = Object.keys(environment.shape)

/** Variables of the CLI in the same environment. */
const commandLine = new Set([
  'PLATFORM_API_KEY',
  'PLATFORM_PROJECT',
  'PLATFORM_BASE_URL',
  'PLATFORM_CLIENT_SECRET',
])

/** Invalid setting, with a message for the terminal. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * Reads the settings from the environment.
 *
 * @throws SettingsError naming the invalid variable, or an unknown `PLATFORM_…` one
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const proxies = proxyVariables.map(
    (name) => [name, env[name] || env[name.toLowerCase()]] as const,
  )
  const named = Object.fromEntries(
    [...Object.entries(env), ...proxies].filter(
      ([name, value]) =>
        value !== undefined &&
        value !== '' &&
        ((name.startsWith('PLATFORM_') && !commandLine.has(name)) ||
          name === 'DATABASE_URL' ||
          name === 'DATABASE_READ_URL' ||
          proxyVariables.includes(name) ||
          // Other OTEL_ variables are for other programs.
          (name.startsWith('OTEL_') && Object.hasOwn(environment.shape, name))),
    ),
  )
  const parsed = environment.safeParse(named)
  if (parsed.success) return parsed.data

  throw new SettingsError(
    parsed.error.issues
      .map((issue) =>
        issue.code === 'unrecognized_keys'
          ? `Unknown setting: ${issue.keys.join(', ')}. See docs/settings.md for all settings.`
          : `Invalid ${String(issue.path[0])}: ${issue.message}.`,
      )
      .join('\n'),
  )
}
