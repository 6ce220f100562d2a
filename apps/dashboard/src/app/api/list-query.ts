import type { Page } from '@platform/client'

interface PageOf {
  pageSize: number
  pageToken?: string
}

/** A paginated list. */
export interface ListQuery<Row> {
  key: readonly string[]
  page: (page: PageOf) => Promise<Page<Row[]>>
}
