import type { PlannedTool } from './plan-tools.ts'
import type { ListedTool } from './protocol.ts'
import type { ToolSchema } from './tool-schema.ts'

const verbs: Record<PlannedTool['action'], string> = {
  describe: 'List the fields of',
  sample: 'Show sample records of',
  search: 'Search',
  create: 'Create a record of',
  update: 'Update a record of',
  upsert: 'Create or update a record of',
  delete: 'Delete a record of',
  defineFields: 'Create or change custom fields of',
  call: 'Call the API of the provider',
}

const makeTitle = ({ action, shownName }: PlannedTool) => `${verbs[action]} ${shownName}`.trim()

/** Returns the tool of an installation as clients list it. */
export const toListedTool = (tool: PlannedTool, inputSchema: ToolSchema): ListedTool => ({
  name: tool.name,
  title: makeTitle(tool),
  description: describeTool(tool),
  inputSchema,
  annotations: makeAnnotations(tool),
})

function describeTool(tool: PlannedTool): string {
  const { action, integration, needsConfirmation, needsApproval } = tool
  return [
    `${makeTitle(tool)} through the integration ${integration}.`,
    action === 'search' && 'Returns records whose fields equal all values, page by page.',
    action === 'sample' && 'Returns up to three records.',
    action === 'upsert' && 'Updates the record whose key field has the same value, or creates it.',
    tool.calls && `Allowed are ${tool.calls.methods.join(', ')} on ${tool.calls.paths.join(', ')}.`,
    needsConfirmation &&
      action !== 'call' &&
      'The first call changes nothing and returns a confirmation, for the user to agree to.',
    needsApproval &&
      'Nothing is changed until a person approves it, outside of this conversation. Call again with `approval` for the outcome.',
  ]
    .filter(Boolean)
    .join(' ')
}

const makeAnnotations = ({ action, calls }: PlannedTool) => {
  const isReading =
    ['describe', 'sample', 'search'].includes(action) ||
    calls?.methods.every((method) => method === 'GET') === true
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && action !== 'create',
    idempotentHint: isReading || (action !== 'create' && action !== 'call'),
    openWorldHint: true,
  }
}
