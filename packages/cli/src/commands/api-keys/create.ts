import { command } from '../../command.ts'
import { envFileOption, formatEnvLines, writeEnvFile } from '../../target/env-file.ts'
import { atKnownAddress } from '../../target/receive-token.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { print } from '../../terminal/terminal.ts'
import { capabilityNotes, inDays, keyOptions, parseScopes } from './options.ts'

export const apiKeysCreate = command({
  name: 'api-keys create',
  summary: 'Create an API key and print it.',
  options: {
    label: {
      type: 'string',
      value: 'TEXT',
      description: 'Label, such as where it is used. Default: command line.',
    },
    ...keyOptions,
    destination: {
      type: 'string',
      value: 'NAME',
      description:
        'Only receive the messages of this destination, of type pull or webhook. Prints PLATFORM_RECEIVE.',
    },
    ...envFileOption,
    json: { type: 'boolean', description: 'Print the key as JSON.' },
    ...targetOptions,
  },
  notes: `Without --scope and --capability, the key has the scope full; without --days, it does not expire. The key is shown
once. With --save-to, base URL and project are written too.\n\n${capabilityNotes}\n\n${targetNotes}`,
  async run({ values, terminal }) {
    const { integration, network, days, destination } = values
    const scopes = parseScopes(values) ?? [destination === undefined ? 'full' : 'read:messages']
    const expireTime = days === undefined ? undefined : inDays(days)
    const { client, project, baseUrl } = await requireTarget(values, terminal)
    const created = await client.post('/v1/projects/{projectIdOrName}/api-keys', {
      params: { projectIdOrName: project },
      body: {
        label: values.label ?? 'command line',
        scopes,
        ...(integration && { integrationIds: integration }),
        ...(destination !== undefined && { destination }),
        ...(network && { allowedNetworks: network }),
        ...(expireTime && { expireTime }),
      },
    })
    const variables: Record<string, string> = created.receiveToken
      ? { PLATFORM_RECEIVE: atKnownAddress(created.receiveToken, baseUrl) }
      : {
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
          : formatEnvLines(variables)),
    )
    return 0
  },
})
