import type { CustomFields } from '@platform/connector'
import { check } from './check.ts'
import { upsert } from './upsert.ts'

export const customFields: CustomFields = { check, upsert }
