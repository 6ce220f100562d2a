import { sql } from 'kysely'
import type { AnyView } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'

/** Limited resources of a tenant, and their settings. */
export const limited = {
  organizations: {
    setting: 'PLATFORM_LIMIT_ORGANIZATIONS',
    may: 'One user can own',
    of: 'organizations',
  },
  invites: {
    setting: 'PLATFORM_LIMIT_INVITES',
    may: 'The organization can send',
    of: 'invites within a day',
  },
  projects: {
    setting: 'PLATFORM_LIMIT_PROJECTS',
    may: 'The organization can have',
    of: 'projects',
  },
  apiKeys: { setting: 'PLATFORM_LIMIT_KEYS', may: 'The project can have', of: 'API keys' },
  jwtKeys: { setting: 'PLATFORM_LIMIT_KEYS', may: 'The project can have', of: 'JWT keys' },
  agents: { setting: 'PLATFORM_LIMIT_KEYS', may: 'The project can have', of: 'agents' },
  providerApps: {
    setting: 'PLATFORM_LIMIT_PROVIDER_APPS',
    may: 'The project can have',
    of: 'provider apps',
  },
  integrations: {
    setting: 'PLATFORM_LIMIT_INTEGRATIONS',
    may: 'The project can have',
    of: 'integrations',
  },
  destinations: {
    setting: 'PLATFORM_LIMIT_DESTINATIONS',
    may: 'The project can have',
    of: 'destinations',
  },
  pullConsumers: {
    setting: 'PLATFORM_LIMIT_PULL_CONSUMERS',
    may: 'The destination can have',
    of: 'consumers',
  },
  topics: { setting: 'PLATFORM_LIMIT_TOPICS', may: 'The project can have', of: 'topics' },
  customerDestinations: {
    setting: 'PLATFORM_LIMIT_CUSTOMER_DESTINATIONS',
    may: 'The project can have',
    of: 'destinations of customers',
  },
  eventTypes: {
    setting: 'PLATFORM_LIMIT_TOPICS',
    may: 'The project can have',
    of: 'event types',
  },
  replays: {
    setting: 'PLATFORM_LIMIT_REPLAYS',
    may: 'The project can have',
    of: 'replays that run',
  },
  connectLinks: {
    setting: 'PLATFORM_LIMIT_CONNECT_LINKS',
    may: 'The project can have',
    of: 'connect links',
  },
  approvals: {
    setting: 'PLATFORM_LIMIT_APPROVALS',
    may: 'A group may have',
    of: 'writes that wait for approval',
  },
  connectSessions: {
    setting: 'PLATFORM_LIMIT_CONNECT_SESSIONS',
    may: 'A group may have',
    of: 'pending connect sessions',
  },
  groups: { setting: 'PLATFORM_LIMIT_GROUPS', may: 'The project can have', of: 'groups' },
  consumers: {
    setting: 'PLATFORM_LIMIT_CONSUMERS',
    may: 'The project can have',
    of: 'consumers',
  },
  projectConnections: {
    setting: 'PLATFORM_LIMIT_PROJECT_CONNECTIONS',
    may: 'The project can have',
    of: 'connections',
  },
  connections: {
    setting: 'PLATFORM_LIMIT_CONNECTIONS',
    may: 'A group may have',
    of: 'connections',
  },
  storedBytes: {
    setting: 'PLATFORM_LIMIT_STORED_BYTES',
    may: 'The project can store',
    of: 'bytes of revisions, configurations, snapshots, fields and pending data',
  },
} as const

export type Limited = keyof typeof limited

/** Remedies of limits that free up with time. */
const passing: Partial<Record<Limited, string>> = {
  invites:
    'Send further invites a day after the earlier ones, or ask the operator to raise the setting named in `detail`.',
  replays:
    'Wait until a replay has ended, or cancel one, or ask the operator to raise the setting named in `detail`.',
  approvals:
    'Decide about waiting writes, or wait until they expire, or ask the operator to raise the setting named in `detail`.',
  connectSessions:
    'Complete a pending sign-in, or wait until one expires, or ask the operator to raise the setting named in `detail`.',
}
export type TenantLimits = Record<Limited, number>

/** Limits of the operator's own commands. */
export const noTenantLimits = Object.fromEntries(
  Object.keys(limited).map((what) => [what, Infinity]),
) as TenantLimits

/**
 * Rejects what this transaction created if the tenant now exceeds its limit. Concurrent
 * transactions that create the same kind of resource are serialized from here to their commit, so
 * none exceeds the limit.
 */
export async function mustBeWithin(
  tx: AnyView,
  limits: TenantLimits,
  { what, tenant, count }: { what: Limited; tenant: string; count: () => Promise<number> },
): Promise<void> {
  const allowed = limits[what]
  if (allowed === Infinity) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${tenant}`}, 0))`.execute(
    tx,
  )
  if ((await count()) > allowed) throw limitReached(what, allowed)
}

export function limitReached(
  what: Limited,
  allowed: number,
  may: string = limited[what].may,
): Problem {
  const { setting, of } = limited[what]
  return new Problem('limit-reached', {
    detail: `${may} at most ${allowed} ${of} (${setting}).`,
    remedy: passing[what],
    context: { limit: what, setting, allowed },
  })
}
