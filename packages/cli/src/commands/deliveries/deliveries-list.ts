import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { findDestinationId } from '../../target/destination-id.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, printable, type Style } from '../../terminal/terminal.ts'
import { timeOption, timesRead } from '../../terminal/time-option.ts'

const statuses = [
  ...(['pending', 'retrying', 'paused', 'delivered', 'failed', 'canceled'] as const),
  'failing',
] as const

const styles: Record<Schemas['Delivery']['status'], Style> = {
  pending: 'dim',
  retrying: 'yellow',
  paused: 'yellow',
  delivered: 'green',
  failed: 'red',
  canceled: 'dim',
}

export const deliveriesList = command({
  name: 'deliveries list',
  summary: 'List deliveries, newest first.',
  options: {
    status: {
      type: 'string',
      value: 'NAME',
      oneOf: statuses,
      description: `Only this status: ${statuses.slice(0, -1).join(', ')}; failing for retrying and failed.`,
    },
    destination: {
      type: 'string',
      value: 'NAME',
      description: 'Only deliveries to this destination.',
    },
    group: { type: 'string', value: 'REF', description: 'Only this customer (your groupRef).' },
    since: { type: 'string', value: 'TIME', description: `Start time: ${timesRead}.` },
    limit: { type: 'string', value: 'NUMBER', description: 'At most 1 to 1000. Default: 50.' },
    json: { type: 'boolean', description: 'Print the deliveries as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ values, terminal }) {
    const pageSize = Number(values.limit ?? 50)
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 1000) {
      throw new CommandError('--limit must be a number from 1 to 1000.')
    }
    const from = timeOption('since', values.since)
    const status = statuses.find((one) => one === values.status)
    const target = await requireTarget(values, terminal)
    const destinationId =
      values.destination && (await findDestinationId(target, values.destination))
    const deliveries = await target.client.get('/v1/projects/{projectIdOrName}/deliveries', {
      params: { projectIdOrName: target.project },
      query: {
        pageSize,
        ...(status && { status }),
        ...(destinationId && { destinationId }),
        ...(values.group && { groupRef: values.group }),
        ...(from && { from }),
      },
    })
    if (values.json) {
      print(terminal.stdout, JSON.stringify(deliveries, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    if (deliveries.length === 0) print(terminal.stdout, 'No deliveries match.')
    for (const delivery of deliveries) {
      print(
        terminal.stdout,
        formatDelivery(delivery, (text) => paint(styles[delivery.status], text)),
      )
    }
    return 0
  },
})

function formatDelivery(delivery: Schemas['Delivery'], paint: (text: string) => string): string {
  const { id, eventType, createTime, status, attempts, lastError } = delivery
  const error = lastError ? `  ${printable(lastError)}` : ''
  return `${createTime}  ${paint(status)}  ${eventType}  ${id}  attempts: ${attempts}${error}`
}
