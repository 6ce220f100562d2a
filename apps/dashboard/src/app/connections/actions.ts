import type { Client } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function connectionActions(client: Client, project: string) {
  const { params } = inProject(project)
  const of = (connectionId: string) => ({ params: { ...params, connectionId } })
  return {
    /** Refreshes the tokens before they expire. */
    refreshConnection: (connectionId: string) =>
      client.get(`${base}/connections/{connectionId}`, {
        ...of(connectionId),
        query: { refresh: 'force' },
      }),
    makeSignInLink: (connectionId: string, linkHours: number, changeAccount: boolean) =>
      client.patch(`${base}/connections/{connectionId}:oauth-update`, {
        ...of(connectionId),
        query: { linkHours, ...(changeAccount && { changeAccount }) },
      }),
  }
}
