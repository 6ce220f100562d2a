import { sql } from 'kysely'

/** Limits notes of a use to one a minute: true if the last one was noted longer ago, or never. */
export const isUsedLongAgo = (column: 'lastUseTime' | 'formerLastUseTime' = 'lastUseTime') =>
  sql<boolean>`coalesce(${sql.ref(column)} < now() - interval '1 minute', true)`
