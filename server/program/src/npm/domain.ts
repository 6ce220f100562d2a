import { domain } from '@platform/kernel/domain'

/** The platform's npm packages, for installations without a registry. */
export const npmDomain = domain({
  name: 'npm',
  uses: [],
  tables: ['published_packages'],
  acrossTenants: {
    'npm/store.ts': {
      keepPackage: 'stores packages, which all tenants share',
      replacePackage: 'stores packages, which all tenants share',
      findVersions: 'reads packages, which all tenants share',
      findTarball: 'reads packages, which all tenants share',
    },
  },
})
