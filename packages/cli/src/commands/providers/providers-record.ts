import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { readEntry } from '../../files/provider-file.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print, printable } from '../../terminal/terminal.ts'

export const providersRecord = command({
  name: 'providers record',
  summary: 'Record replies of a provider without customer data, as evidence for its entry.',
  argument: {
    name: 'file',
    description:
      'File or folder with the entry of the provider. Default: the entry that the server uses.',
  },
  options: {
    connection: { type: 'string', value: 'ID', description: 'Connection to read with. Required.' },
    object: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'Object to record. Required; repeat it for several objects.',
    },
    pages: {
      type: 'string',
      value: 'COUNT',
      description: 'Pages of each object: 1–10, default 3.',
    },
    'page-size': {
      type: 'string',
      value: 'COUNT',
      description: 'Records to request per page: 1–100, default 20.',
    },
    output: {
      type: 'string',
      value: 'FILE',
      description: 'Path of the recording. Default: `<provider>.recorded.json`.',
    },
    json: { type: 'boolean', description: 'Print the recording instead of writing it to a file.' },
    ...targetOptions,
  },
  notes: `The platform reads the pages and redacts them; original values never leave it. Names of fields, numbers
of paging, and times of creation and change are kept. All other values, including IDs, are replaced by invented ones of
the same shape, and the same value always by the same one. Credentials are never part of a recording. An object of which
the redacted replies would be read differently is not recorded.

${targetNotes}`,
  async run({ argument, values, terminal }) {
    const { connection: connectionId, object: objectNames = [] } = values
    if (connectionId === undefined) throw new CommandError('--connection is required.')
    if (objectNames.length === 0) throw new CommandError('--object is required.')
    const bounds = {
      ...parseRecordCount('pages', values.pages, 10),
      ...parseRecordCount('page-size', values['page-size'], 100),
    }
    const { client, project: projectIdOrName } = await requireTarget(values, terminal)
    const params = { projectIdOrName, connectionId }
    const { provider } = await client.get(
      '/v1/projects/{projectIdOrName}/connections/{connectionId}',
      { params },
    )
    const given = argument === undefined ? undefined : await readEntry(argument, provider, terminal)
    const replies: Schemas['RecordedReply'][] = []
    for (const objectName of objectNames) {
      const recording = await client.post(
        '/v1/projects/{projectIdOrName}/connections/{connectionId}:record-object',
        { params, body: { ...(given && { entry: given.entry }), ...bounds, objectName } },
      )
      replies.push(...recording.replies)
      if (!values.json) print(terminal.stdout, printable(describeRecording(recording)))
    }

    const text = `[\n${replies.map((reply) => JSON.stringify(reply)).join(',\n')}\n]\n`
    if (values.json) {
      print(terminal.stdout, text.trimEnd())
      return 0
    }
    const file = values.output ?? `${provider}.recorded.json`
    await writeFile(resolve(terminal.cwd, file), text)
    print(terminal.stdout, `${replies.length} replies written to ${file} (${kilobytes(text)} kB).`)
    print(
      terminal.stdout,
      `
Names of fields and times of change are original, other values are invented. Review the file before you share it.
To contribute it, add its lines to packages/connectors/evidence/samples/${provider}.json in a checkout, run
\`npm run providers:score -- --write\`, and open a pull request.`,
    )
    return 0
  },
})

const names = { pages: 'pages', 'page-size': 'pageSize' } as const

function parseRecordCount(option: keyof typeof names, text: string | undefined, max: number) {
  if (text === undefined) return {}
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > max) {
    throw new CommandError(`--${option} must be a number from 1 to ${max}, not ${text}.`)
  }
  return { [names[option]]: count }
}

function describeRecording({ objectName, records, replies, ended }: Schemas['Recording']): string {
  const pages = replies.filter(({ expected }) => expected !== undefined).length
  const end = ended ? 'the whole list' : 'the beginning of the list'
  return `${objectName}: ${formatCount(records, 'record')} in ${formatCount(pages, 'page')}, ${end}`
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const kilobytes = (text: string) => Math.ceil(Buffer.byteLength(text) / 1000)
