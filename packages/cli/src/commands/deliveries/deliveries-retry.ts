import { command } from '../../command.ts'
import { findDestinationId } from '../../target/destination-id.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { timeOption, timesRead } from '../../terminal/time-option.ts'

export const deliveriesRetry = command({
  name: 'deliveries retry',
  summary: 'Retry one delivery, or all failed deliveries.',
  argument: { name: 'id', description: 'ID of the delivery (dlv_…).' },
  options: {
    failed: {
      type: 'boolean',
      description: 'All failed deliveries, with their original message IDs.',
    },
    destination: {
      type: 'string',
      value: 'NAME',
      description: 'Only deliveries to this destination.',
    },
    since: { type: 'string', value: 'TIME', description: `Start time: ${timesRead}.` },
    'dry-run': { type: 'boolean', description: 'Only report the number.' },
    json: { type: 'boolean', description: 'Print the reply as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument: deliveryId, values, terminal }) {
    if (Boolean(deliveryId) === Boolean(values.failed)) {
      throw new CommandError('Name a delivery, or use --failed for all failed deliveries.')
    }
    const from = timeOption('since', values.since)
    const target = await requireTarget(values, terminal)
    const params = { projectIdOrName: target.project }
    if (deliveryId) {
      const path = '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}:retry'
      const delivery = await target.client.post(path, { params: { ...params, deliveryId } })
      const sentence = `${delivery.id} is being sent to ${delivery.destinationId}.`
      print(terminal.stdout, values.json ? JSON.stringify(delivery, null, 2) : sentence)
      return 0
    }

    const destinationId =
      values.destination && (await findDestinationId(target, values.destination))
    const outcome = await target.client.post('/v1/projects/{projectIdOrName}/deliveries:replay', {
      params,
      body: {
        ...(destinationId && { destinationId }),
        ...(from && { from }),
        ...(values['dry-run'] && { dryRun: true }),
      },
    })
    const sentence = describeRetry(outcome, values['dry-run'] === true)
    print(terminal.stdout, values.json ? JSON.stringify(outcome, null, 2) : sentence)
    return 0
  },
})

function describeRetry(
  { count, hasMore }: { count: number; hasMore: boolean },
  isTrial: boolean,
): string {
  if (hasMore) return `More than ${count} deliveries ${isTrial ? ofTrial : ofMany}`
  if (count === 0) return 'No failed deliveries.'
  if (count === 1) return `1 delivery ${isTrial ? ofTrial : 'is being retried.'}`
  return `${count} deliveries ${isTrial ? ofTrial : ofMany}`
}

const ofTrial = 'would be retried.'
const ofMany = 'are being retried.'
