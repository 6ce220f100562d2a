import { destinationForms, type OptionsOf } from '@platform/client'
import { command } from '../../command.ts'
import { envFileOption, formatEnvLines, writeEnvFile } from '../../target/env-file.ts'
import { atKnownAddress } from '../../target/receive-token.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print, type Terminal } from '../../terminal/terminal.ts'
import { parseSettings, readSecrets, settingOptions } from './destination-settings.ts'
import { orderingOption, readOrderingOption } from './ordering-option.ts'

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
    type: {
      type: 'string',
      value: 'TYPE',
      oneOf: Object.keys(destinationForms),
      description: 'Type of the destination. Default: webhook.',
    },
    ...settingOptions,
    ...orderingOption,
    verify: {
      type: 'boolean',
      description: 'Create it only if it accepts a test message.',
    },
    ...envFileOption,
    json: {
      type: 'boolean',
      description: 'Print the destination with its signing secret as JSON.',
    },
    ...targetOptions,
  },
  notes: `With --pull, a token is created too, with which \`receive\` of @platform/client/receive gets the messages of this
destination alone: it fetches them, or registers the URL of a backend that has a public one.

Queues, streams, object storage and logs have a --type with settings and credentials:

  platform destinations create events --type sqs --set region=eu-west-1 \\
    --set queueUrl=https://sqs.eu-west-1.amazonaws.com/123456789012/events --secrets aws.json

Their settings are listed in the docs of the destinations.\n\n${targetNotes}`,
  async run({ argument: name, values, terminal }) {
    if (!name) throw new CommandError('The name of the destination is required.')
    if (values.pull && (values.url || values.verify))
      throw new CommandError('With --pull, nothing is sent: omit --url and --verify.')
    const hasOwnType = values.type !== undefined && values.type !== 'webhook'
    if (hasOwnType && (values.url || values.pull || values['save-to']))
      throw new CommandError(
        `--url, --pull and --save-to are not for the type ${values.type}. Use --set for its settings.`,
      )
    if (values.pull && (values.set || values.secrets))
      throw new CommandError('With --pull, there is nothing to set: omit --set and --secrets.')
    const settings = parseSettings(values.set ?? [], values.type ?? 'webhook')
    const secrets = values.secrets && (await readSecrets(values.secrets, terminal))
    const target = await requireTarget(values, terminal)
    const ordering = readOrderingOption(values)
    if (values.pull) return createPull(target, { name, ordering, values, terminal })
    if (hasOwnType) {
      const { type, verify = false } = values
      return createOfType(target, {
        // The server validates them for the type.
        body: {
          name,
          type,
          verify,
          ...ordering,
          metadata: settings,
          ...(secrets && { secrets }),
        } as NewDestination,
        json: values.json,
        terminal,
      })
    }
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
        ...{ name, type: 'webhook', metadata: { ...settings, url: values.url } },
        ...(secrets && { secrets }),
        ...(values.verify && { verify: true }),
        ...ordering,
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

type NewDestination = OptionsOf<'post', '/v1/projects/{projectIdOrName}/destinations'>['body']

async function createOfType(
  { client, project }: CliTarget,
  { body, json, terminal }: { body: NewDestination; json?: boolean; terminal: Terminal },
): Promise<0> {
  const params = { projectIdOrName: project }
  const destination = await client.post(`${base}/destinations`, { params, body })
  print(
    terminal.stdout,
    json
      ? JSON.stringify(destination, null, 2)
      : `Created destination ${body.name} (${destination.id})`,
  )
  return 0
}

/** Creates a `pull` destination with a key that reads its messages. */
async function createPull(
  { client, project, baseUrl }: CliTarget,
  {
    name,
    ordering,
    values,
    terminal,
  }: {
    name: string
    ordering: ReturnType<typeof readOrderingOption>
    values: { 'save-to'?: string; json?: boolean }
    terminal: Terminal
  },
): Promise<0> {
  const params = { projectIdOrName: project }
  const destination = await client.post(`${base}/destinations`, {
    params,
    body: { name, type: 'pull', metadata: {}, ...ordering },
  })
  const { receiveToken = '' } = await client.post(`${base}/api-keys`, {
    params,
    body: { label: `Receives ${name}`, scopes: ['read:messages'], destination: destination.id },
  })
  const variables = { PLATFORM_RECEIVE: atKnownAddress(receiveToken, baseUrl) }
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
