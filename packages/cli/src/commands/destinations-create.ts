import { command } from '../command.ts'
import { envFileOption, formatEnvLines, writeEnvFile } from '../env-file.ts'
import { targetNotes, requireTarget, targetOptions } from '../target.ts'
import { CommandError, print } from '../terminal.ts'

const base = '/v1/projects/{projectIdOrName}'

export const destinationsCreate = command({
  name: 'destinations create',
  summary: 'Create a webhook destination and print its signing secret.',
  argument: {
    name: 'name',
    description: 'Name, as `destination` in platform.yaml.',
    isNeeded: true,
  },
  options: {
    url: { type: 'string', value: 'URL', description: 'URL that webhooks are sent to.' },
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
  notes: `Streams, object storage and logs are created in the dashboard or by the API.\n\n${targetNotes}`,
  async run({ argument: name, values, terminal }) {
    if (!name) throw new CommandError('The name of the destination is required.')
    if (!values.url) throw new CommandError('--url is required: the URL that webhooks are sent to.')
    const { client, project } = await requireTarget(values, terminal)
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
