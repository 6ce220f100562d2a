import type { ColumnType, Generated } from 'kysely'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    publishedPackages: {
      name: string
      version: string
      /** The package.json. */
      manifest: ColumnType<Record<string, unknown>, string, string>
      integrity: string
      shasum: string
      tarball: Buffer
      publishTime: Generated<Date>
    }
  }
}
