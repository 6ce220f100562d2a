import { domain } from '@platform/kernel/domain'

/** The platform's npm packages, for installations without a registry. */
export const npmDomain = domain({
  name: 'npm',
  uses: [],
  tables: ['published_packages'],
  acrossTenants: {
    'npm/store.ts': {
      keepPackage: 'keeps the packages for everybody',
      replacePackage: 'keeps the packages for everybody',
      findVersions: 'finds the packages for everybody',
      findTarball: 'finds the packages for everybody',
    },
  },
})
