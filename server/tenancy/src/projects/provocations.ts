import * as contract from '@platform/contract'
import { atLimit, sending, type Provocations } from '@platform/testing/provocations'
import type { World } from '@platform/testing/world'

export const projectProblems: Provocations = {
  createProject: {
    'limit-reached': atLimit('projects', ({ send, tenant }) =>
      send(contract.createProject, {
        body: { orgId: tenant.org.id, name: 'one-too-many', appName: 'Acme' },
      }),
    ),
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
  createApiKey: {
    'frontend-keys-off': async (world) =>
      world.send(contract.createApiKey, {
        params: await projectWithoutFrontendKeys(world),
        body: { label: 'UI library', scopes: ['frontend'] },
      }),
    'limit-reached': atLimit(
      'apiKeys',
      sending(contract.createApiKey, { body: { label: 'more' } }),
    ),
  },
  updateApiKey: {
    async 'frontend-keys-off'(world) {
      const params = await projectWithoutFrontendKeys(world)
      const { body } = await world.must(contract.createApiKey, {
        params,
        body: { label: 'Server' },
      })
      return world.send(contract.updateApiKey, {
        params: { ...params, apiKey: body.id },
        body: { updateMask: ['scopes'], apiKey: { scopes: ['frontend'] } },
      })
    },
  },
  createJWTKey: {
    'limit-reached': atLimit('jwtKeys', ({ send, tenant: { publicKeyPem } }) =>
      send(contract.createJWTKey, {
        body: { label: 'more', algorithm: 'ES256', publicKeyPem },
      }),
    ),
  },
  createProviderApp: {
    'limit-reached': atLimit(
      'providerApps',
      sending(contract.createProviderApp, {
        body: {
          provider: 'salesforce',
          externalRef: 'more',
          clientId: 'id',
          clientSecret: 'secret',
        },
      }),
    ),
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

async function projectWithoutFrontendKeys({ must, newProject }: World) {
  const params = await newProject()
  await must(contract.updateProject, {
    params,
    body: { updateMask: ['frontendKeys'], project: { frontendKeys: 'off' } },
  })
  return params
}
