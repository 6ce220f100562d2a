import * as contract from '@platform/contract'
import type { Provocations } from '../conventions/provocations.ts'

export const projectProblems: Provocations = {
  createProject: {
    'org-not-found': ({ send }) =>
      send(contract.createProject, {
        body: { orgId: 'org_nowhere', name: 'nowhere', appName: 'Nowhere' },
      }),
    'permission-missing': ({ send, tenant, member }) =>
      send(contract.createProject, {
        body: { orgId: tenant.org.id, name: 'not-mine', appName: 'Not mine' },
        as: { token: member.token },
      }),
    'project-name-taken': ({ send, tenant }) =>
      send(contract.createProject, {
        body: { orgId: tenant.org.id, name: tenant.project.name, appName: 'Again' },
      }),
  },
  updateProject: {
    'project-name-taken': async ({ send, newProject, tenant }) =>
      send(contract.updateProject, {
        params: await newProject(),
        body: { updateMask: ['name'], project: { name: tenant.project.name } },
      }),
  },
  deleteProject: {
    'owner-required': ({ send, member }) =>
      send(contract.deleteProject, { as: { token: member.token } }),
    'project-in-use': ({ send }) => send(contract.deleteProject),
  },
  createProviderApp: {
    'provider-app-exists': ({ send }) =>
      send(contract.createProviderApp, {
        body: { provider: 'salesforce', clientId: 'id', clientSecret: 'secret' },
      }),
    'provider-not-found': ({ send }) =>
      send(contract.createProviderApp, {
        body: { provider: 'made-up', clientId: 'id', clientSecret: 'secret' },
      }),
  },
  updateProviderApp: {
    async 'provider-app-exists'({ must, send }) {
      const { body } = await must(contract.createProviderApp, {
        body: { provider: 'hubspot', clientId: 'id', clientSecret: 'secret' },
      })
      return send(contract.updateProviderApp, {
        params: { providerAppId: body.id },
        body: { updateMask: ['provider'], providerApp: { provider: 'salesforce' } },
      })
    },
    'provider-not-found': ({ send }) =>
      send(contract.updateProviderApp, {
        body: { updateMask: ['provider'], providerApp: { provider: 'made-up' } },
      }),
  },
}
