import { capabilityWords } from '@platform/client'
import type { Schemas } from '@platform/client'
import { command } from '../command.ts'
import { envFileOption, linesOf, writeEnvFile } from '../env-file.ts'
import { targetNotes, targetOf, targetOptions } from '../target.ts'
import { CommandError, print } from '../terminal.ts'

type Capability = Schemas['Capability']

const capabilities = Object.keys(capabilityWords) as Capability[]

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
    capability: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      oneOf: capabilities,
      description:
        'Create a key that can do only this, instead of everything. Repeat for several capabilities.',
    },
    integration: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'Limit the key to this integration. Repeat for several.',
    },
    network: {
      type: 'string',
      value: 'CIDR',
      multiple: true,
      description:
        'Accept the key only from this network, such as 192.0.2.0/24. Repeat for several.',
    },
    days: {
      type: 'string',
      value: 'NUMBER',
      description: 'Days until the key expires. Default: it does not expire.',
    },
    ...envFileOption,
    json: { type: 'boolean', description: 'Print the key as JSON.' },
    ...targetOptions,
  },
  notes: `The key is shown once. With --save-to, base URL and project are written too.

Capabilities:
${Object.entries(capabilityWords)
  .map(([name, meaning]) => `  ${name}: ${meaning}`)
  .join('\n')}\n\n${targetNotes}`,
  async run({ values, terminal }) {
    const { capability, integration, network, scope = 'full', days } = values
    if (capability && values.scope) {
      throw new CommandError('Use either --scope or --capability.')
    }
    const expireTime = days === undefined ? undefined : inDays(days)
    const { client, project, baseUrl } = await targetOf(values, terminal)
    const created = await client.post('/v1/projects/{projectIdOrName}/api-keys', {
      params: { projectIdOrName: project },
      body: {
        label: values.label ?? 'command line',
        scopes: capability
          ? capabilities.filter((name) => capability.includes(name))
          : [scope === 'frontend' ? 'frontend' : 'full'],
        ...(integration && { integrationIds: integration }),
        ...(network && { allowedNetworks: network }),
        ...(expireTime && { expireTime }),
      },
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

function inDays(text: string): string {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days < 1) throw new CommandError(`--days must be a number of days, not ${text}.`)
  return new Date(Date.now() + days * 24 * 3600_000).toISOString()
}
