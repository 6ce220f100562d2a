import type { Client, OptionsOf } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export const requestProject = (client: Client, body: OptionsOf<'post', '/v1/projects'>['body']) =>
  client.post('/v1/projects', { body })

export function projectActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    updateProject: (changes: {
      name?: string
      appName?: string
      frontendKeys?: 'allowed' | 'off'
      allowedOrigins?: string[]
    }) =>
      client.patch(base, {
        params,
        body: { updateMask: Object.keys(changes), project: changes },
      }),
    /** With `force`, its installations are deleted too. */
    deleteProject: (force: boolean) => client.delete(base, { params, query: { force } }),
  }
}
