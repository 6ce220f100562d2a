import type { Page } from '@platform/client'

/** Returns all items of a paginated list. */
export async function everyPage<Row>(
  fetchPage: (query: { pageSize: number; pageToken?: string }) => Promise<Page<Row[]>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let pageToken: string | undefined
  do {
    const page = await fetchPage({ pageSize: 1000, ...(pageToken && { pageToken }) })
    rows.push(...page.data)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return rows
}
