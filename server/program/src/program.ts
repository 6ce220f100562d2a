import { domain } from '@platform/kernel/domain'

/** The program: it wires everything, and owns the link with which the first owner is made. */
export const programDomain = domain({
  name: 'main',
  uses: [],
  tables: ['setup_links'],
  foreignTables: [
    {
      tables: ['auth', 'memberships'],
      reason: 'The page for the first account checks whether one exists.',
    },
  ],
  acrossTenants: {
    'main/disk-space.ts': { makeMeasure: 'measures the size of the database' },
    'main/health.ts': { askDatabase: 'checks whether the database responds' },
    'main/setup.ts': {
      createSetupToken: 'creates the link for the first owner, before any tenant exists',
      isGoodForSetup: 'checks that link',
      setUp: 'creates the first owner and their organization',
      hasOwner: 'checks whether any organization exists',
    },
  },
})
