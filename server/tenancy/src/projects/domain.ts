import { domain } from '@platform/kernel/domain'
import { destinationsToReport } from '@platform/delivery/notifications/set-up/failing'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { organizationsDomain } from '../organizations/domain.ts'
import { signInDomain } from '../sign-in/domain.ts'
import { projectRoutes } from './routes.ts'
import { projectJobs, ownerMailJobs } from './jobs.ts'

/** Products of an organization, with their keys and provider apps. */
export const projectsDomain = domain({
  name: 'projects',
  uses: [notificationsDomain, organizationsDomain, signInDomain],
  tables: [
    'api_keys',
    'branding',
    'jwt_keys',
    'projects',
    'provider_apps',
    'setup_reports',
    'stored_bytes',
  ],
  foreignTables: [
    {
      tables: ['memberships'],
      reason: 'A builder lists the projects of all of their organizations, page by page.',
    },
    {
      tables: ['installations'],
      reason: 'A project in use is kept, and the tables of its uses are two layers higher.',
    },
  ],
  routes: (api, { services, notifications }) => projectRoutes(api, services, notifications),
  jobs: ({ database, mailer, services: { catalogue, publicUrl } }) => ({
    others: projectJobs(database),
    asking: ownerMailJobs(database, { catalogue, mailer, publicUrl }),
  }),
  cron: { 'fold-stored-bytes': '51 2 * * *' },
  checks: { 'look-for-failing-destinations': destinationsToReport },
  acrossTenants: {
    'projects/store.ts': {
      findProjectByIdOrName: 'finds the project that a request names before the caller may see it',
      findApiKeyByHash: 'finds the tenant of a key',
      findProjectOfKey: 'finds the project that verifies a token if the request names none',
      noteUse: 'records the use of a key that has just been found',
      insertProject: 'creates a project, which cannot be the current one before',
      foldStoredBytes: 'adds up the stored bytes of each project',
      countProjects: 'counts the projects of the organization of a new project',
      findProjectByName: 'finds a project for the operator, by its name',
      selectBuilderProjects: 'finds the projects of a person, by their memberships',
      selectProject: "finds a key's own project",
    },
  },
})
