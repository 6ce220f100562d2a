import { type SqlBool, sql } from 'kysely'

/** Returns a `like` pattern that matches text containing this text literally. */
export const hasInIt = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Reports whether a JSON column contains the text as a value or key. */
export const mentions = (column: string, text: string) =>
  sql<SqlBool>`position(${JSON.stringify(text)} in ${sql.ref(column)}::text) > 0`

/** Limits notes of a use to one a minute: true if the last one was noted longer ago, or never. */
export const isUsedLongAgo = (column: 'lastUseTime' | 'formerLastUseTime' = 'lastUseTime') =>
  sql<boolean>`coalesce(${sql.ref(column)} < now() - interval '1 minute', true)`
