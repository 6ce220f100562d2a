import { command } from '../command.ts'
import { type Target, targetNotes, targetOf, targetOptions } from '../target.ts'
import { CommandError, print } from '../terminal.ts'
import { timeOption, timesRead } from '../time-option.ts'

export const deliveriesRetry = command({
  name: 'deliveries retry',
  summary: 'Send one delivery again, or all that failed.',
  argument: { name: 'id', says: 'One delivery (dlv_…).' },
  options: {
    failed: { type: 'boolean', says: 'All that failed, with their original message IDs.' },
    destination: { type: 'string', value: 'NAME', says: 'Only those to this destination.' },
    since: { type: 'string', value: 'TIME', says: `Only those since then: ${timesRead}.` },
    'dry-run': { type: 'boolean', says: 'Only count them.' },
    json: { type: 'boolean', says: 'Print the reply as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument: deliveryId, values, terminal }) {
    if (Boolean(deliveryId) === Boolean(values.failed)) {
      throw new CommandError('Name one delivery, or give --failed for all that failed.')
    }
    const from = timeOption('since', values.since)
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
        ...(from && { from }),
        ...(values['dry-run'] && { dryRun: true }),
      },
    })
    const sentence = sentenceOf(outcome, values['dry-run'] === true)
    print(terminal.stdout, values.json ? JSON.stringify(outcome, null, 2) : sentence)
    return 0
  },
})

function sentenceOf(
  { count, hasMore }: { count: number; hasMore: boolean },
  isTrial: boolean,
): string {
  if (hasMore) return `More than ${count} deliveries ${isTrial ? ofTrial : ofMany}`
  if (count === 0) return 'There is no failed delivery to send again.'
  if (count === 1) return `1 delivery ${isTrial ? ofTrial : 'is on its way again.'}`
  return `${count} deliveries ${isTrial ? ofTrial : ofMany}`
}

const ofTrial = 'would be sent again.'
const ofMany = 'are on their way again.'

async function idOf({ client, project }: Target, destination: string): Promise<string> {
  const path = '/v1/projects/{projectIdOrName}/destinations/{destination}'
  const { id } = await client.get(path, { params: { projectIdOrName: project, destination } })
  return id
}
