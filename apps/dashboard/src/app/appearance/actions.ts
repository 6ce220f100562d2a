import type { Client, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function appearanceActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    /** Replaces the look of the hosted page. */
    updateBranding: (body: Schemas['Branding']) => client.put(`${base}/branding`, { params, body }),
  }
}
