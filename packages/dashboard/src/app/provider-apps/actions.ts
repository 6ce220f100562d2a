import type { Client, OptionsOf, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

/** Whose connection a test makes. */
export const testGroup = 'dashboard-test'

export function providerAppActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    /** `inputs` are what the catalogue asks an end user for. */
    startSignIn: async (
      { provider, id }: Schemas['ProviderApp'],
      { workspace, ...inputs }: Record<string, string>,
    ) => {
      const { data, headers } = await client.send('post', '/v1/oauth-connect', {
        body: {
          projectIdOrName: project,
          provider,
          providerAppId: id,
          groupRef: testGroup,
          consumerRef: testGroup,
          ...(workspace && { providerWorkspaceRef: workspace }),
          providerMetadata: Object.fromEntries(
            Object.entries(inputs).map(([name, value]) => [
              name,
              { value, source: 'input' as const },
            ]),
          ),
        },
      })
      return { url: data, sessionId: headers.get('x-connect-session') ?? '' }
    },
    connectSession: (connectSessionId: string) =>
      client.get(`${base}/connect-sessions/{connectSessionId}`, {
        params: { ...params, connectSessionId },
      }),
    deleteTestConnection: (connectionId: string) =>
      client.delete(`${base}/connections/{connectionId}`, { params: { ...params, connectionId } }),
    createProviderApp: (body: OptionsOf<'post', `${typeof base}/provider-apps`>['body']) =>
      client.post(`${base}/provider-apps`, { params, body }),
    /** Fields that are left out stay as they are. */
    updateProviderApp: (
      providerAppId: string,
      providerApp: OptionsOf<
        'patch',
        `${typeof base}/provider-apps/{providerAppId}`
      >['body']['providerApp'],
    ) =>
      client.patch(`${base}/provider-apps/{providerAppId}`, {
        params: { ...params, providerAppId },
        body: { updateMask: Object.keys(providerApp), providerApp },
      }),
    deleteProviderApp: (providerAppId: string, force: boolean) =>
      client.delete(`${base}/provider-apps/{providerAppId}`, {
        params: { ...params, providerAppId },
        query: { force },
      }),
  }
}
