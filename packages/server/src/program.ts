import { domain } from '@platform/kernel/domain'

/** The program: it wires everything, and owns the link with which the first owner is made. */
export const programDomain = domain({
  name: 'main',
  uses: [],
  tables: ['setup_links'],
  foreignTables: [
    {
      tables: ['auth', 'memberships'],
      reason: 'The page for the first account asks whether there is one already.',
    },
  ],
  acrossTenants: {
    'main/disk-space.ts': { measureOf: 'asks how large the database is' },
    'main/health.ts': { askDatabase: 'asks whether there is a database' },
    'main/setup.ts': {
      createSetupToken: 'makes the link for the first owner, before there is a tenant',
      isGoodForSetup: 'looks at that link',
      setUp: 'makes the first owner and their organization',
      hasOwner: 'asks whether there is any organization yet, and of no particular one',
    },
  },
})
