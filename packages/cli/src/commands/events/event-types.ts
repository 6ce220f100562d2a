import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, printable } from '../../terminal/terminal.ts'
import { readJsonOption } from './json-option.ts'

const base = '/v1/projects/{projectIdOrName}/event-types'

const typeArgument = {
  name: 'type',
  description: 'Name of the event type, beginning with `custom.`.',
  isNeeded: true,
}

/** Returns the name of an event type of the builder. @throws CommandError */
export function mustBeEventType(name: string | undefined): string {
  if (!name) throw new CommandError('The name of the event type is required.')
  if (!name.startsWith('custom.'))
    throw new CommandError(`Event types begin with \`custom.\`, not ${name}.`)
  return name
}

const definition = {
  description: {
    type: 'string',
    value: 'TEXT',
    description: 'What happened, in a sentence. Empty: none.',
  },
  schema: {
    type: 'string',
    value: 'JSON',
    description:
      'JSON Schema that the data must match, as JSON, @FILE, or - for standard input. {}: any object.',
  },
  json: { type: 'boolean', description: 'Print the event type as JSON.' },
  ...targetOptions,
} as const

export const eventTypesList = command({
  name: 'event-types list',
  summary: 'List the types of events of your own.',
  options: {
    json: { type: 'boolean', description: 'Print the event types as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ values, terminal }) {
    const { client, project } = await requireTarget(values, terminal)
    const types = await everyPage((query) =>
      client.page(base, { params: { projectIdOrName: project }, query }),
    )
    if (values.json) {
      print(terminal.stdout, JSON.stringify(types, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    for (const { name, description, schema } of types) {
      const facts = [printable(description ?? ''), schema ? 'Data is checked by a schema.' : '']
      print(terminal.stdout, [paint('bold', name), ...facts.filter(Boolean)].join('  '))
    }
    if (types.length === 0) {
      print(
        terminal.stdout,
        'No event types. Declare one with `platform event-types create custom.invoice.paid`.',
      )
    }
    return 0
  },
})

export const eventTypesCreate = command({
  name: 'event-types create',
  summary: 'Declare a type of events of your own.',
  argument: typeArgument,
  options: definition,
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const name = mustBeEventType(argument)
    const { description } = values
    const schema =
      values.schema === undefined
        ? undefined
        : await readJsonOption('schema', values.schema, terminal)
    const { client, project } = await requireTarget(values, terminal)
    const created = await client.post(base, {
      params: { projectIdOrName: project },
      body: { name, ...(description && { description }), ...(schema && { schema }) },
    })
    print(
      terminal.stdout,
      values.json ? JSON.stringify(created, null, 2) : `Declared event type ${name}`,
    )
    return 0
  },
})

export const eventTypesUpdate = command({
  name: 'event-types update',
  summary: 'Change description or schema of a type of events of your own.',
  argument: typeArgument,
  options: definition,
  notes: `What is not given stays as it is.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const eventType = mustBeEventType(argument)
    if (values.description === undefined && values.schema === undefined)
      throw new CommandError('Nothing to change: --description or --schema.')
    const given =
      values.schema === undefined
        ? undefined
        : await readJsonOption('schema', values.schema, terminal)
    const { client, project } = await requireTarget(values, terminal)
    const params = { projectIdOrName: project, eventType }
    // A `PUT` removes what is left out.
    const before = await client.get(`${base}/{eventType}`, { params })
    const description = values.description ?? before.description
    const schema = given ?? before.schema
    const hasSchema = schema !== undefined && Object.keys(schema).length > 0
    const changed = await client.put(`${base}/{eventType}`, {
      params,
      body: { ...(description && { description }), ...(hasSchema && { schema }) },
    })
    print(
      terminal.stdout,
      values.json ? JSON.stringify(changed, null, 2) : `Changed event type ${eventType}`,
    )
    return 0
  },
})

export const eventTypesDelete = command({
  name: 'event-types delete',
  summary: 'Delete a type of events of your own, with its routes.',
  argument: typeArgument,
  options: {
    json: { type: 'boolean', description: 'Print the deleted event type as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const eventType = mustBeEventType(argument)
    const { client, project } = await requireTarget(values, terminal)
    await client.delete(`${base}/{eventType}`, { params: { projectIdOrName: project, eventType } })
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify({ deleted: { 'event-type': eventType } }, null, 2)
        : `Deleted the event type ${eventType}`,
    )
    return 0
  },
})
