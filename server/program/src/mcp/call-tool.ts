import { searchRecords } from '@platform/contract'
import type { PerformedCall } from '@platform/kernel/http'
import type { AskedCall, SentCall, ToolCaller, ToolDependencies } from './asked-call.ts'
import { callApiByTool } from './call-api.ts'
import { defineFieldsByTool } from './define-fields.ts'
import { describeFieldsByTool, sampleByTool, searchByTool } from './look-up.ts'
import type { PlannedTool } from './plan-tools.ts'
import type { ToolOutcome } from './tool-outcome.ts'
import { writeByTool } from './write-record.ts'

/**
 * Carries out a call of a tool, by an operation of the contract. A call that needs a confirmation and
 * has none changes nothing: it returns what would be written, and the confirmation.
 */
export async function callTool(
  dependencies: ToolDependencies,
  by: ToolCaller,
  asked: Omit<AskedCall, 'perform'>,
): Promise<ToolOutcome> {
  const { tool } = asked
  const call: AskedCall = {
    ...asked,
    perform: (operation, sent) => dependencies.api.perform(operation, performCall(by, tool, sent)),
  }
  switch (tool.action) {
    case 'describe':
      return describeFieldsByTool(by, call)
    case 'sample':
      return sampleByTool(by, call)
    case 'search':
      return searchByTool(by, call)
    case 'defineFields':
      return defineFieldsByTool(dependencies, by, call)
    case 'call':
      return callApiByTool(dependencies, by, call)
    default:
      return writeByTool(dependencies, by, call)
  }
}

function performCall(
  { caller, project, access, request, reply }: ToolCaller,
  tool: PlannedTool,
  { query, body, key }: SentCall,
): PerformedCall {
  const params = {
    projectIdOrName: project.id,
    integrationId: tool.integration,
    objectName: tool.objectName,
  }
  return {
    ...{ caller, project, access, request, reply, key, body },
    ...((query || tool.instance) && {
      query: { ...query, ...(tool.instance && { instance: tool.instance }) },
    }),
    params:
      tool.action === 'search' || tool.action === 'defineFields'
        ? { projectIdOrName: params.projectIdOrName, integrationId: params.integrationId }
        : params,
    target: `/mcp/v1/tools/${tool.name}${tool.action === 'search' ? `:${searchRecords.id}` : ''}`,
  }
}
