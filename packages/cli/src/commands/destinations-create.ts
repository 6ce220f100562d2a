import { formatReceiveToken } from '@platform/client/receive'
import { command } from '../command.ts'
import { envFileOption, formatEnvLines, writeEnvFile } from '../env-file.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../target.ts'
import { CommandError, print, type Terminal } from '../terminal.ts'

const base = '/v1/projects/{projectIdOrName}'

export const destinationsCreate = command({
  name: 'destinations create',
  summary: 'Create a destination, and print the secret to receive its messages with.',
  argument: {
    name: 'name',
    description: 'Name, as `destination` in platform.yaml.',
    isNeeded: true,
  },
  options: {
    url: { type: 'string', value: 'URL', description: 'URL that webhooks are sent to.' },
    pull: {
      type: 'boolean',
      description:
        'Keep the messages for you to fetch, without an address. Prints PLATFORM_RECEIVE.',
    },
    verify: {
      type: 'boolean',
      description: 'Create it only if the URL accepts a test message.',
    },
    ...envFileOption,
    json: {
      type: 'boolean',
      description: 'Print the destination with its signing secret as JSON.',
    },
    ...targetOptions,
  },
  notes: `With --pull, an API key that reads messages is created too. \`receive\` of @platform/client/receive takes it.

Streams, object storage and logs are created in the dashboard or by the API.\n\n${targetNotes}`,
  async run({ argument: name, values, terminal }) {
    if (!name) throw new CommandError('The name of the destination is required.')
    if (values.pull && (values.url || values.verify))
      throw new CommandError('With --pull, nothing is sent: omit --url and --verify.')
    const target = await requireTarget(values, terminal)
    if (values.pull) return createPull(target, { name, values, terminal })
    if (!values.url) {
      throw new CommandError(
        '--url is required: the URL that webhooks are sent to. With --pull, messages are fetched.',
      )
    }
    const { client, project } = target
    const params = { projectIdOrName: project }
    const created = await client.post(`${base}/destinations`, {
      params,
      body: {
        ...{ name, type: 'webhook', metadata: { url: values.url } },
        ...(values.verify && { verify: true }),
      },
    })
    const destination = await client.get(`${base}/destinations/{destination}`, {
      params: { ...params, destination: created.id },
      query: { includeSecrets: true },
    })
    const variables = {
      PLATFORM_WEBHOOK_SECRET: destination.secrets?.webhookSigningKey ?? '',
    }
    const file = values['save-to']
    if (file) await writeEnvFile(file, variables, terminal)
    print(
      terminal.stdout,
      ...(values.json
        ? [JSON.stringify(destination, null, 2)]
        : [
            `Created destination ${name} (${created.id})`,
            ...(file ? [`Wrote PLATFORM_WEBHOOK_SECRET to ${file}`] : formatEnvLines(variables)),
          ]),
    )
    return 0
  },
})

/** Creates a `pull` destination with a key that reads its messages. */
async function createPull(
  { client, project, baseUrl }: CliTarget,
  {
    name,
    values,
    terminal,
  }: { name: string; values: { 'save-to'?: string; json?: boolean }; terminal: Terminal },
): Promise<0> {
  const params = { projectIdOrName: project }
  const destination = await client.post(`${base}/destinations`, {
    params,
    body: { name, type: 'pull', metadata: {} },
  })
  const { key = '' } = await client.post(`${base}/api-keys`, {
    params,
    body: { label: `Receives ${name}`, scopes: ['read:messages'] },
  })
  const variables = {
    PLATFORM_RECEIVE: formatReceiveToken({ baseUrl, project, destination: name, apiKey: key }),
  }
  const file = values['save-to']
  if (file) await writeEnvFile(file, variables, terminal)
  print(
    terminal.stdout,
    ...(values.json
      ? [JSON.stringify({ ...destination, receiveToken: variables.PLATFORM_RECEIVE }, null, 2)]
      : [
          `Created destination ${name} (${destination.id})`,
          ...(file ? [`Wrote PLATFORM_RECEIVE to ${file}`] : formatEnvLines(variables)),
        ]),
  )
  return 0
}
