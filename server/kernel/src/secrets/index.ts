export * from './rotate-keys.ts'
export * from './secrets.ts'
export * from './server-secret.ts'
