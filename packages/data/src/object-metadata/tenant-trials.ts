import { expect } from 'vitest'
import { type Trial, changes } from '@platform/testing/trial'
import { takeLease } from './field-leases.ts'

const account = 'salesforce 00D000000000001'
const objectNames = ['Contact']

export const objectMetadataTrials: Record<string, Trial> = {
  'object-metadata/field-leases.ts takeLease': changes(async ({ all, mine, theirs }) => {
    const theirLease = { projectId: theirs.projectId, account: 'salesforce theirs', objectNames }
    expect(await takeLease(all, { ...theirLease, projectId: mine.projectId }, 'mine')).toBe(true)
    expect(await takeLease(all, { projectId: mine.projectId, account, objectNames }, 'mine')).toBe(
      true,
    )
    // While one holds the lease of an account, no other project gets it.
    const again = await takeLease(all, { projectId: theirs.projectId, account, objectNames }, 'a')
    expect(again).toBe(false)
  }),
}
