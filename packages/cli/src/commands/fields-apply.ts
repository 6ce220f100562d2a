import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ProblemError, type Schemas } from '@platform/client'
import { parse } from 'yaml'
import { command } from '../command.ts'
import { isUnreachable } from '../files/platform-context.ts'
import { accountOptions, toAccountQuery } from '../target/account.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../terminal/terminal.ts'
import { toError } from '../terminal/to-error.ts'

type Fields = Schemas['UpsertMetadataRequest']['fields']

export const fieldsApply = command({
  name: 'fields apply',
  summary: "Create or update custom fields in a customer's account.",
  argument: {
    name: 'path',
    description: 'YAML or JSON file with the fields of each object.',
    isNeeded: true,
  },
  options: {
    integration: { type: 'string', value: 'NAME', description: 'Name or ID of the integration.' },
    ...accountOptions,
    'dry-run': { type: 'boolean', description: 'Show the changes without applying them.' },
    json: { type: 'boolean', description: 'Print the reply as JSON.' },
    ...targetOptions,
  },
  notes: `Example of the file:

  Contact:
    - fieldName: Seniority_Level
      displayName: Seniority
      valueType: string

Nothing is deleted, and applying the same again changes nothing.

${targetNotes}`,
  async run({ argument: path, values, terminal }) {
    const { integration: integrationIdOrName, group: groupRef } = values
    if (!path) throw new CommandError('A file with fields is required.')
    if (!integrationIdOrName || !groupRef) {
      throw new CommandError('--integration and --group are required.')
    }
    const fields = await readFields(path, terminal)
    const { client, project: projectIdOrName } = await requireTarget(values, terminal)
    const { id: integrationId } = await client.get(
      '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}',
      { params: { projectIdOrName, integrationIdOrName } },
    )
    const reply = await client
      .put('/v1/projects/{projectIdOrName}/integrations/{integrationId}/object-metadata', {
        params: { projectIdOrName, integrationId },
        query: { ...toAccountQuery(values.instance), ...(values['dry-run'] && { dryRun: true }) },
        body: { groupRef, fields },
      })
      .catch((error: unknown) => {
        throw isUnreachable(error)
          ? new ProblemError({ ...error.problem, remedy }, { cause: error })
          : error
      })
    if (values.json) print(terminal.stdout, JSON.stringify(reply, null, 2))
    else printOutcome(reply, terminal)
    return reply.success ? 0 : 1
  },
})

const remedy =
  'Repeat the command once the server is back. Fields that were created stay; the others follow.'

async function readFields(path: string, { cwd }: Terminal): Promise<Fields> {
  let content: unknown
  try {
    content = parse(await readFile(resolve(cwd, path), 'utf8'))
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${toError(cause).message}`, 2, { cause })
  }
  const isByObject =
    typeof content === 'object' && content !== null && Object.values(content).every(Array.isArray)
  if (!isByObject)
    throw new CommandError(`${path} must contain objects, each with a list of fields.`)
  // The platform validates the fields.
  return content as Fields
}

function printOutcome(reply: Schemas['UpsertMetadataResponse'], terminal: Terminal): void {
  const paint = painter(terminal, terminal.stdout)
  for (const [object, fields] of Object.entries(reply.fields)) {
    for (const { fieldName, action, warnings = [] } of Object.values(fields)) {
      const done = { create: 'create', update: 'update', none: 'unchanged' }[action]
      print(terminal.stdout, `${done.padEnd(9)} ${object}.${fieldName}`)
      for (const warning of warnings) {
        print(terminal.stdout, `          ${paint('yellow', printable(warning))}`)
      }
    }
  }
  if (reply.operationId) print(terminal.stdout, paint('dim', reply.operationId))
}
