import type { Client } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function connectLinkActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    /** Creates a link to the hosted page for a customer. */
    createConnectLink: (
      integrationIdOrName: string,
      body: {
        groupRef: string
        groupName?: string
        /** Account that the page opens or adds. */
        instance?: string
        displayName?: string
        returnUrl?: string
        hours: number
      },
    ) =>
      client.post(`${base}/integrations/{integrationIdOrName}/connect-links`, {
        params: { ...params, integrationIdOrName },
        body,
      }),
    revokeConnectLink: (connectLinkId: string) =>
      client.delete(`${base}/connect-links/{connectLinkId}`, {
        params: { ...params, connectLinkId },
      }),
  }
}
