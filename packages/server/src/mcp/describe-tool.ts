import type { PlannedTool } from './plan-tools.ts'
import type { ListedTool } from './protocol.ts'
import type { ToolSchema } from './tool-schema.ts'

const verbs: Record<PlannedTool['action'], string> = {
  describe: 'List the fields of',
  sample: 'Show sample records of',
  search: 'Search',
  create: 'Create a record of',
  update: 'Update a record of',
  delete: 'Delete a record of',
}

const titleOf = ({ action, shownName }: PlannedTool) => `${verbs[action]} ${shownName}`

/** Returns the tool of an installation as clients list it. */
export const listedTool = (tool: PlannedTool, inputSchema: ToolSchema): ListedTool => ({
  name: tool.name,
  title: titleOf(tool),
  description: descriptionOf(tool),
  inputSchema,
  annotations: annotationsOf(tool),
})

function descriptionOf(tool: PlannedTool): string {
  const { action, integration, needsConfirmation } = tool
  return [
    `${titleOf(tool)} through the integration ${integration}.`,
    action === 'search' && 'Returns records whose fields equal all values, page by page.',
    action === 'sample' && 'Returns up to three records.',
    needsConfirmation &&
      'The first call changes nothing and returns a confirmation, for the user to agree to.',
  ]
    .filter(Boolean)
    .join(' ')
}

const annotationsOf = ({ action }: PlannedTool) => {
  const isReading = action === 'describe' || action === 'sample' || action === 'search'
  return {
    readOnlyHint: isReading,
    destructiveHint: action === 'update' || action === 'delete',
    idempotentHint: action !== 'create',
    openWorldHint: true,
  }
}
