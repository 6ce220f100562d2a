import { isDatabaseAway } from '../db/errors.ts'

/**
 * Does something for rows of several tenants, one after the other. One that fails stops none of the others; an
 * unavailable database does.
 * @throws AggregateError of what failed, after the last row, so that the job is repeated
 */
export async function doForEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows) {
    try {
      await act(row)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${rows.length} rows failed.`)
  }
}
