export * from './archive.ts'
export * from './dump.ts'
export * from './load.ts'
