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
  ],
  routes: (api, { services, mailer, findTxt }) =>
    organizationRoutes(api, { ...services, mailer, ...(findTxt && { findTxt }) }),
  jobs: ({ database, services: { retention } }) => ({
    others: organizationJobs(database, retention),
  }),
  cron: {
    'expire-invites': '1 3 * * *',
  },
  acrossTenants: {
    'organizations/store.ts': {
      removeEndedInvites: 'forgets invites that ended long ago, whoever sent them',
      insertOrg: 'makes an organization, which nobody can be in the view of before',
      findRole: 'finds out whether a person is a member, before their organization may be seen',
      selectMembershipsOfUser: 'finds the organizations in whose logs a sign-in belongs',
      findOrg: 'returns the organization to a new member',
      findBuilder: 'knows people, who are of no tenant',
      insertMembership: 'makes somebody a member of organizations that are not theirs yet',
      selectOrgsOf: 'finds the organizations of a person, by their memberships',
      acceptInvites: 'finds who has invited a person, by the address that they have confirmed',
      selectInvitingOrgs: 'finds the organizations that have invited a person, to list them',
      insertClaimedDomain: 'claims a domain, which one organization on the server may',
      findClaimedDomain: 'finds which organization that is',
    },
  },
})
