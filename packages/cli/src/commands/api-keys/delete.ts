import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { print } from '../../terminal/terminal.ts'
import { keyArgument, mustNameKey } from './options.ts'

export const apiKeysDelete = command({
  name: 'api-keys delete',
  summary: 'Delete an API key. Requests with it are rejected within two seconds.',
  argument: keyArgument,
  options: {
    json: { type: 'boolean', description: 'Print the ID of the deleted key as JSON.' },
    ...targetOptions,
  },
  notes: `This cannot be undone: \`platform api-keys update <key> --deactivate\` can.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const apiKey = mustNameKey(argument)
    const { client, project } = await requireTarget(values, terminal)
    await client.delete('/v1/projects/{projectIdOrName}/api-keys/{apiKey}', {
      params: { projectIdOrName: project, apiKey },
    })
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify({ deleted: { 'api-key': apiKey } }, null, 2)
        : `Deleted the API key ${apiKey}`,
    )
    return 0
  },
})
