import type { Page } from '@platform/client'

interface PageOf {
  pageSize: number
  pageToken?: string
}

/** A list that is fetched page by page. */
export interface ListQuery<Row> {
  key: readonly string[]
  page: (page: PageOf) => Promise<Page<Row[]>>
}
