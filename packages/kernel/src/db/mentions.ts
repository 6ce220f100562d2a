import { sql, type SqlBool } from 'kysely'

/** Reports whether a JSON column contains the text as a value or key. */
export const mentions = (column: string, text: string) =>
  sql<SqlBool>`position(${JSON.stringify(text)} in ${sql.ref(column)}::text) > 0`
