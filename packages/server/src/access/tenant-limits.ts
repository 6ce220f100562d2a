import { sql } from 'kysely'
import type { AnyView } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'

/** What a tenant may have only so much of, and the setting that says how much. */
export const limited = {
  organizations: {
    setting: 'PLATFORM_LIMIT_ORGANIZATIONS',
    may: 'One person may own',
    of: 'organizations',
  },
  invites: {
    setting: 'PLATFORM_LIMIT_INVITES',
    may: 'The organization may send',
    of: 'invites within a day',
  },
  projects: {
    setting: 'PLATFORM_LIMIT_PROJECTS',
    may: 'The organization may have',
    of: 'projects',
  },
  apiKeys: { setting: 'PLATFORM_LIMIT_KEYS', may: 'The project may have', of: 'API keys' },
  jwtKeys: { setting: 'PLATFORM_LIMIT_KEYS', may: 'The project may have', of: 'JWT keys' },
  providerApps: {
    setting: 'PLATFORM_LIMIT_PROVIDER_APPS',
    may: 'The project may have',
    of: 'provider apps',
  },
  integrations: {
    setting: 'PLATFORM_LIMIT_INTEGRATIONS',
    may: 'The project may have',
    of: 'integrations',
  },
  destinations: {
    setting: 'PLATFORM_LIMIT_DESTINATIONS',
    may: 'The project may have',
    of: 'destinations',
  },
  topics: { setting: 'PLATFORM_LIMIT_TOPICS', may: 'The project may have', of: 'topics' },
  replays: {
    setting: 'PLATFORM_LIMIT_REPLAYS',
    may: 'The project may have',
    of: 'replays that run',
  },
  connectSessions: {
    setting: 'PLATFORM_LIMIT_CONNECT_SESSIONS',
    may: 'A group may have',
    of: 'attempts to connect that wait',
  },
  groups: { setting: 'PLATFORM_LIMIT_GROUPS', may: 'The project may have', of: 'groups' },
  consumers: {
    setting: 'PLATFORM_LIMIT_CONSUMERS',
    may: 'The project may have',
    of: 'consumers',
  },
  projectConnections: {
    setting: 'PLATFORM_LIMIT_PROJECT_CONNECTIONS',
    may: 'The project may have',
    of: 'connections',
  },
  connections: {
    setting: 'PLATFORM_LIMIT_CONNECTIONS',
    may: 'A group may have',
    of: 'connections',
  },
  storedBytes: {
    setting: 'PLATFORM_LIMIT_STORED_BYTES',
    may: 'The project may store',
    of: 'bytes of revisions, configurations, snapshots, fields and what waits',
  },
} as const

export type Limited = keyof typeof limited
export type TenantLimits = Record<Limited, number>

/** For what the operator's own commands make. */
export const unlimited = Object.fromEntries(
  Object.keys(limited).map((what) => [what, Infinity]),
) as TenantLimits

/**
 * Refuses what this transaction has made when the tenant has more than it may then. Those who make
 * the same at once take turns from here to their commit, so that none of them passes the limit.
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
    detail: `${may} ${allowed} ${of} (${setting}), and no more.`,
    context: { limit: what, setting, allowed },
  })
}
