import { domain } from '@platform/kernel/domain'
import { signInDomain } from '../sign-in/domain.ts'
import { organizationRoutes } from './routes.ts'
import { organizationJobs } from './jobs.ts'

/** Vendors that use the platform, with their members. */
export const organizationsDomain = domain({
  name: 'organizations',
  uses: [signInDomain],
  tables: ['claimed_domains', 'invites', 'memberships', 'organizations'],
  foreignTables: [
    { tables: ['builders'], reason: 'Members and invites are listed with the names of people.' },
    {
      tables: ['projects'],
      reason:
        'Roles in projects are checked to be of this organization; projects are a layer higher.',
    },
  ],
  routes: (api, { database, services, mailer, findTxt }) =>
    organizationRoutes(api, { ...services, database, mailer, ...(findTxt && { findTxt }) }),
  jobs: ({ database, services: { retention } }) => ({
    others: organizationJobs(database, retention),
  }),
  cron: {
    'expire-invites': '1 3 * * *',
  },
  acrossTenants: {
    'organizations/store.ts': {
      removeEndedInvites: 'deletes old ended invites of all organizations',
      insertOrg: 'creates an organization, which cannot be the current one before',
      findRole: 'checks the membership of a person before giving access to the organization',
      selectMembershipsOfUser: 'finds the organizations whose audit logs record a sign-in',
      findOrg: 'returns the organization to a new member',
      findBuilder: 'reads people, who belong to no tenant',
      insertMembership: 'adds a person to organizations they are not yet a member of',
      selectBuilderOrgs: 'finds the organizations of a person, by their memberships',
      acceptInvites: 'finds the invites of a person by their confirmed address',
      selectInvitingOrgs: 'lists the organizations that have invited a person',
      insertClaimedDomain: 'claims a domain, which is unique on the server',
      selectProjectsOfOrg: 'checks which projects belong to the organization of a member',
      findClaimedDomain: 'finds the organization of a claimed domain',
    },
  },
})
