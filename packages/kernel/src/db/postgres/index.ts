export * from './embedded-postgres.ts'
export * from './postmaster.ts'
export * from './explain-data-folder.ts'
export * from './make-folder.ts'
