import { command } from '../command.ts'
import { type Target, targetNotes, targetOf, targetOptions } from '../target.ts'
import { CommandError, print } from '../terminal.ts'

export const deliveriesRetry = command({
  name: 'deliveries retry',
  summary: 'Send one delivery again, or all that failed.',
  argument: { name: 'id', says: 'One delivery (dlv_…).' },
  options: {
    failed: { type: 'boolean', says: 'All that failed, with their original message IDs.' },
    destination: { type: 'string', value: 'NAME', says: 'Only those to this destination.' },
    since: { type: 'string', value: 'TIME', says: 'Only those since then (RFC 3339).' },
    'dry-run': { type: 'boolean', says: 'Only count them.' },
    json: { type: 'boolean', says: 'Print the reply as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument: deliveryId, values, terminal }) {
    if (Boolean(deliveryId) === Boolean(values.failed)) {
      throw new CommandError('Name one delivery, or give --failed for all that failed.')
    }
    const target = await targetOf(values, terminal)
    const params = { projectIdOrName: target.project }
    if (deliveryId) {
      const path = '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}:retry'
      const delivery = await target.client.post(path, { params: { ...params, deliveryId } })
      const sentence = `${delivery.id} is on its way to ${delivery.destinationId}.`
      print(terminal.stdout, values.json ? JSON.stringify(delivery, null, 2) : sentence)
      return 0
    }

    const destinationId = values.destination && (await idOf(target, values.destination))
    const outcome = await target.client.post('/v1/projects/{projectIdOrName}/deliveries:replay', {
      params,
      body: {
        ...(destinationId && { destinationId }),
        ...(values.since && { from: values.since }),
        ...(values['dry-run'] && { dryRun: true }),
      },
    })
    const what = values['dry-run'] ? 'would be sent again.' : 'are on their way again.'
    const sentence = `${outcome.count} deliveries ${what}`
    print(terminal.stdout, values.json ? JSON.stringify(outcome, null, 2) : sentence)
    return 0
  },
})

async function idOf({ client, project }: Target, destination: string): Promise<string> {
  const path = '/v1/projects/{projectIdOrName}/destinations/{destination}'
  const { id } = await client.get(path, { params: { projectIdOrName: project, destination } })
  return id
}
