import { sql, type SqlBool } from 'kysely'

/** Whether a JSON column has the text in it somewhere, as a value or a key. */
export const mentions = (column: string, text: string) =>
  sql<SqlBool>`position(${JSON.stringify(text)} in ${sql.ref(column)}::text) > 0`
