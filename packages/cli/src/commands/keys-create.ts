import { command } from '../command.ts'
import { envFileOption, linesOf, writeEnvFile } from '../env-file.ts'
import { targetNotes, targetOf, targetOptions } from '../target.ts'
import { print } from '../terminal.ts'

export const keysCreate = command({
  name: 'keys create',
  summary: 'Create an API key and print it.',
  options: {
    label: {
      type: 'string',
      value: 'TEXT',
      description: 'Label, such as where it is used. Default: command line.',
    },
    scope: {
      type: 'string',
      value: 'NAME',
      oneOf: ['full', 'frontend'],
      description: 'full for servers, or frontend for the UI library. Default: full.',
    },
    ...envFileOption,
    json: { type: 'boolean', description: 'Print the key as JSON.' },
    ...targetOptions,
  },
  notes: `The key is shown once. With --save-to, base URL and project are written too.\n\n${targetNotes}`,
  async run({ values, terminal }) {
    const { client, project, baseUrl } = await targetOf(values, terminal)
    const scope = values.scope === 'frontend' ? 'frontend' : 'full'
    const created = await client.post('/v1/projects/{projectIdOrName}/api-keys', {
      params: { projectIdOrName: project },
      body: { label: values.label ?? 'command line', scopes: [scope] },
    })
    const variables = {
      PLATFORM_BASE_URL: baseUrl,
      PLATFORM_PROJECT: project,
      PLATFORM_API_KEY: created.key ?? '',
    }
    const file = values['save-to']
    if (file) await writeEnvFile(file, variables, terminal)
    print(
      terminal.stdout,
      ...(values.json
        ? [JSON.stringify(created, null, 2)]
        : file
          ? [`Wrote ${Object.keys(variables).join(', ')} to ${file}`]
          : linesOf(variables)),
    )
    return 0
  },
})
