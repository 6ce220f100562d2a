export * from './account-limits.ts'
export * from './fair-slots.ts'
export * from './slot-tenants.ts'
export * from './wait-outside.ts'
