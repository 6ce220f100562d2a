import type { Client, OptionsOf } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function providerAppActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
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
    deleteProviderApp: (providerAppId: string) =>
      client.delete(`${base}/provider-apps/{providerAppId}`, {
        params: { ...params, providerAppId },
      }),
  }
}
