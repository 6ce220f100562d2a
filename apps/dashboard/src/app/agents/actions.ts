import type { Client, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

/** Connects an agent. The browser continues at the returned link. */
export const allowAgent = (
  client: Client,
  {
    project,
    ...body
  }: { project: string; request: string; capabilities: Schemas['AgentCapability'][] },
) => client.post(`${base}/agents`, { params: { projectIdOrName: project }, body })

export function agentActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    disconnectAgent: (agentId: string) =>
      client.delete(`${base}/agents/{agentId}`, { params: { ...params, agentId } }),
  }
}
