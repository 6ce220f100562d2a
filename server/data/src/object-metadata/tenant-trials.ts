import { expect } from 'vitest'
import { type Trial, changes } from '@platform/testing/trial'
import { takeFieldLease } from './field-leases.ts'

const accounts = ['salesforce 00D000000000001', 'salesforce fingerprint']
const objectNames = ['Contact']

export const objectMetadataTrials: Record<string, Trial> = {
  'object-metadata/field-leases.ts takeFieldLease': changes(async ({ all, mine, theirs }) => {
    const theirLease = { projectId: theirs.projectId, accounts: ['salesforce theirs'], objectNames }
    expect(await takeFieldLease(all, { ...theirLease, projectId: mine.projectId }, 'mine')).toBe(
      'all',
    )
    expect(
      await takeFieldLease(all, { projectId: mine.projectId, accounts, objectNames }, 'mine'),
    ).toBe('all')
    // While one holds the lease of an account, no other project gets it.
    const again = await takeFieldLease(
      all,
      { projectId: theirs.projectId, accounts: ['salesforce fingerprint'], objectNames },
      'a',
    )
    expect(again).toBe('none')
  }),
}
