import type { ColumnType, Generated } from 'kysely'

export interface PublishedPackagesTable {
  name: string
  version: string
  /** The package.json. */
  manifest: ColumnType<Record<string, unknown>, string, string>
  integrity: string
  shasum: string
  tarball: Buffer
  publishTime: Generated<Date>
}
