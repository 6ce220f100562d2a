import { expect } from 'vitest'
import { type Trial, changes } from '@platform/testing/trial'
import { takeFieldLease } from './field-leases.ts'

const account = 'salesforce 00D000000000001'
const objectNames = ['Contact']

export const objectMetadataTrials: Record<string, Trial> = {
  'object-metadata/field-leases.ts takeFieldLease': changes(async ({ all, mine, theirs }) => {
    const theirLease = { projectId: theirs.projectId, account: 'salesforce theirs', objectNames }
    expect(await takeFieldLease(all, { ...theirLease, projectId: mine.projectId }, 'mine')).toBe(
      'all',
    )
    expect(
      await takeFieldLease(all, { projectId: mine.projectId, account, objectNames }, 'mine'),
    ).toBe('all')
    // While one holds the lease of an account, no other project gets it.
    const again = await takeFieldLease(
      all,
      { projectId: theirs.projectId, account, objectNames },
      'a',
    )
    expect(again).toBe('none')
  }),
}
