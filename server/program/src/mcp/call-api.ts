import { invalidInput } from '@platform/kernel/problems/problem'
import { nameOfCaller } from '@platform/kernel/access'
import { idFor, newId } from '@platform/kernel/db/new-id'
import { callProvider } from '@platform/data/proxy/call-provider'
import { z } from 'zod'
import {
  type AskedCall,
  parseToolInput,
  type ToolCaller,
  type ToolDependencies,
} from './asked-call.ts'
import {
  askConfirmation,
  bytesOfConfirmation,
  Confirmation,
  type Confirmed,
} from './confirmation.ts'
import { maxResultChars, pageOfResults, type ToolOutcome } from './tool-outcome.ts'

const CallInput = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  path: z.string().max(2000),
  query: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  confirmation: Confirmation,
})

/** Calls the API of the provider, with the credentials of the installation, and records who did. */
export async function callApiByTool(
  { api, services, ...confirming }: ToolDependencies,
  by: ToolCaller,
  { tool, input }: AskedCall,
): Promise<ToolOutcome> {
  const { method, path, query, body, confirmation } = parseToolInput(CallInput, input)
  const { calls, installationId } = tool
  if (!calls?.methods.includes(method) || installationId === undefined) {
    throw invalidInput({
      in: 'body',
      name: 'method',
      value: method,
      detail: `The method is not allowed. Allowed are: ${calls?.methods.join(', ')}.`,
    })
  }
  const call = { method, path, ...(query && { query }), ...(body !== undefined && { body }) }
  const { asked, confirmedAt }: Confirmed =
    method === 'GET'
      ? {}
      : await askConfirmation(confirming, by, { tool, input: call, confirmation, wouldDo: call })
  if (asked) return asked
  const { caller, project, access, request, groupRef, db } = by
  await api.record({
    action: 'proxy',
    caller,
    orgIds: [project.orgId],
    projectId: project.id,
    target: `/mcp/v1/tools/${tool.name}`,
    before: undefined,
    after: { groupRef, method, path },
    request,
    db,
  })
  const reply = await callProvider(services, db, {
    ...call,
    installationId,
    allowed: calls.paths,
    operation: {
      // A confirmation allows one call, also in another process and after a crash.
      id:
        confirmation !== undefined && confirmedAt
          ? idFor('op', {
              text: bytesOfConfirmation(confirmation).toString('hex'),
              timeMs: confirmedAt.getTime(),
            })
          : newId('op'),
      tool: tool.name,
      objectName: '',
      by: nameOfCaller(caller),
    },
  })
  await access.checkAfterWaiting()
  const { data } = pageOfResults('reply', [reply.body], { limit: 1, from: 0 })
  const [shown] = data['reply'] as unknown[]
  const text = JSON.stringify(shown)
  return {
    data: {
      status: reply.status,
      ...(text.length <= maxResultChars
        ? { body: shown }
        : { truncated: true, startOfBody: text.slice(0, maxResultChars) }),
    },
    isError: reply.status >= 400,
  }
}
