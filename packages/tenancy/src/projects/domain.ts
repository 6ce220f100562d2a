import { domain } from '@platform/kernel/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { organizationsDomain } from '../organizations/domain.ts'
import { signInDomain } from '../sign-in/domain.ts'
import { projectRoutes } from './routes.ts'
import { projectJobs, ownerMailJobs } from './jobs.ts'

/** Products of an organization, with their keys and provider apps. */
export const projectsDomain = domain({
  name: 'projects',
  uses: [notificationsDomain, organizationsDomain, signInDomain],
  tables: ['api_keys', 'jwt_keys', 'projects', 'provider_apps', 'stored_bytes'],
  foreignTables: [
    {
      tables: ['memberships'],
      reason: 'A builder lists the projects of all of their organizations, page by page.',
    },
    {
      tables: ['installations'],
      reason: 'A project that is in use is kept, and who uses it stands two floors above.',
    },
  ],
  routes: (api, { services }) => projectRoutes(api, services),
  jobs: ({ database, mailer, services: { publicUrl } }) => ({
    others: projectJobs(database),
    asking: ownerMailJobs(database, { mailer, publicUrl }),
  }),
  cron: {
    'fold-stored-bytes': '51 2 * * *',
    'look-for-failing-destinations': '* * * * *',
  },
  acrossTenants: {
    'projects/store.ts': {
      findProjectByIdOrName: 'finds the project that a request names before the caller may see it',
      findApiKeyByHash: 'finds out to which tenant a key belongs',
      findProjectOfKey: 'finds out which project verifies a token, where the request names none',
      noteUse: 'notes the use of a key that has just been found',
      insertProject: 'makes a project, which nobody can be in the view of before',
      foldStoredBytes: 'adds up what each project stores',
      countProjects: 'counts the projects of the organization that gets one more',
      findProjectByName: 'finds a project for the operator, by its name',
      selectProjectsOf: 'finds the projects of a person, by their memberships',
      selectProject: "finds a key's own project",
    },
  },
})
