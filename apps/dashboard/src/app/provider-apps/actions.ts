import {
  appTestGroup,
  parseDeletionEffects,
  type Client,
  type OptionsOf,
  type Schemas,
} from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function providerAppActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    /**
     * `inputs` are those that the catalogue asks an end user for; `isCustom`: whether the provider
     * has its own scheme.
     */
    startSignIn: async (
      { provider, id }: Schemas['ProviderApp'],
      { workspace, ...inputs }: Record<string, string>,
      { isCustom }: { isCustom: boolean },
    ) => {
      const given = Object.entries(inputs).map(([name, value]) => [
        name,
        { value, source: 'input' as const },
      ])
      const body = {
        projectIdOrName: project,
        provider,
        providerAppId: id,
        groupRef: appTestGroup,
        consumerRef: appTestGroup,
        providerMetadata: Object.fromEntries(given),
      }
      if (isCustom) {
        const { redirect } = await client.post('/v1/custom-auth/connect', { body })
        if (!redirect) throw new Error(`${provider} has no sign-in page.`)
        return redirect
      }
      const { data, headers } = await client.send('post', '/v1/oauth-connect', {
        body: { ...body, ...(workspace && { providerWorkspaceRef: workspace }) },
      })
      return { url: data, sessionId: headers.get('x-connect-session') ?? '' }
    },
    connectSession: (connectSessionId: string) =>
      client.get(`${base}/connect-sessions/{connectSessionId}`, {
        params: { ...params, connectSessionId },
      }),
    /** Without a connection, only tests what needs no sign-in. */
    testProviderApp: (
      providerAppId: string,
      body: OptionsOf<'post', `${typeof base}/provider-apps/{providerAppId}:test`>['body'],
    ) =>
      client.post(`${base}/provider-apps/{providerAppId}:test`, {
        params: { ...params, providerAppId },
        body,
      }),
    resetProviderAppWebhook: (providerAppId: string) =>
      client.post(`${base}/provider-apps/{providerAppId}/webhook:reset`, {
        params: { ...params, providerAppId },
      }),
    deleteTestConnection: (connectionId: string) =>
      client.delete(`${base}/connections/{connectionId}`, { params: { ...params, connectionId } }),
    createProviderApp: (body: OptionsOf<'post', `${typeof base}/provider-apps`>['body']) =>
      client.post(`${base}/provider-apps`, { params, body }),
    /** Omitted fields are unchanged. */
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
    deleteProviderApp: async (providerAppId: string, force: boolean) => {
      const { headers } = await client.send('delete', `${base}/provider-apps/{providerAppId}`, {
        params: { ...params, providerAppId },
        query: { force },
      })
      return parseDeletionEffects(headers)
    },
  }
}
