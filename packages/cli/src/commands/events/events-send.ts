import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { mustBeEventType } from './event-types.ts'
import { readJsonOption } from './json-option.ts'

export const eventsSend = command({
  name: 'events send',
  summary: 'Send an event of your own to the destinations of its type.',
  argument: { name: 'type', description: 'Name of a declared event type.', isNeeded: true },
  options: {
    group: {
      type: 'string',
      value: 'REF',
      description: 'Customer concerned (your groupRef), whose own webhooks receive it too.',
    },
    data: {
      type: 'string',
      value: 'JSON',
      description: 'Data of the event as JSON, @FILE, or - for standard input. Default: {}.',
    },
    'idempotency-key': {
      type: 'string',
      value: 'TEXT',
      description: 'Sent once, however often the command is repeated with this key.',
    },
    json: { type: 'boolean', description: 'Print the event as JSON.' },
    ...targetOptions,
  },
  notes: `  platform events send custom.invoice.paid --group globex --data '{"total":99.5}'\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const type = mustBeEventType(argument)
    const { group, 'idempotency-key': idempotencyKey } = values
    if (group === '') throw new CommandError('--group must not be empty.')
    const data = await readJsonOption('data', values.data ?? '{}', terminal)
    const { client, project } = await requireTarget(values, terminal)
    const sent = await client.post('/v1/projects/{projectIdOrName}/events', {
      params: { projectIdOrName: project },
      body: { type, data, ...(group !== undefined && { groupRef: group }) },
      ...(idempotencyKey && { idempotencyKey }),
    })
    const count = `${sent.deliveries} ${sent.deliveries === 1 ? 'destination' : 'destinations'}`
    print(
      terminal.stdout,
      ...(values.json
        ? [JSON.stringify(sent, null, 2)]
        : [
            `Sent ${sent.id} to ${count}`,
            ...(sent.deliveries === 0
              ? ['No topic routes this type, and no webhook of the customer receives it.']
              : []),
          ]),
    )
    return 0
  },
})
