import type { Client, OptionsOf, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

/** New values of a key; what is absent stays as it is. */
export type KeyChanges = Omit<
  OptionsOf<'patch', `${typeof base}/api-keys/{apiKey}`>['body']['apiKey'],
  'active'
>

export function keyActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    createApiKey: (body: {
      label: string
      scopes: Schemas['ApiKeyScope'][]
      allowedOrigins?: string[]
      integrationIds?: string[]
      destination?: string
      allowedNetworks?: string[]
      expireTime?: string
    }): Promise<Schemas['ApiKey']> => client.post(`${base}/api-keys`, { params, body }),
    setApiKeyActive: (apiKey: string, active: boolean) =>
      client.patch(`${base}/api-keys/{apiKey}`, {
        params: { ...params, apiKey },
        body: { updateMask: ['active'], apiKey: { active } },
      }),
    rotateApiKey: (apiKey: string, overlapHours: number): Promise<Schemas['ApiKey']> =>
      client.post(`${base}/api-keys/{apiKey}:rotate`, {
        params: { ...params, apiKey },
        body: { overlapHours },
      }),
    updateApiKey: (apiKey: string, changes: KeyChanges) =>
      client.patch(`${base}/api-keys/{apiKey}`, {
        params: { ...params, apiKey },
        body: { updateMask: Object.keys(changes), apiKey: changes },
      }),
    deleteApiKey: (apiKey: string) =>
      client.delete(`${base}/api-keys/{apiKey}`, { params: { ...params, apiKey } }),
    createJwtKey: (body: OptionsOf<'post', `${typeof base}/jwt-keys`>['body']) =>
      client.post(`${base}/jwt-keys`, { params, body }),
    setJwtKeyActive: (keyId: string, active: boolean) =>
      client.patch(`${base}/jwt-keys/{keyId}`, {
        params: { ...params, keyId },
        body: { updateMask: ['active'], jwtKey: { active } },
      }),
    deleteJwtKey: (keyId: string, force: boolean) =>
      client.delete(`${base}/jwt-keys/{keyId}`, {
        params: { ...params, keyId },
        query: { force },
      }),
  }
}
