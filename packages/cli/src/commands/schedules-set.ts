import { command } from '../command.ts'
import { accountOptions, describeAccount, toAccountQuery } from '../target/account.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, print } from '../terminal/terminal.ts'

export const schedulesSet = command({
  name: 'schedules set',
  summary: 'Set how often an object is read for one customer.',
  argument: { name: 'integration', description: 'Name or ID of the integration.', isNeeded: true },
  options: {
    ...accountOptions,
    object: {
      type: 'string',
      value: 'NAME',
      description: 'Name of the object, at the provider or in your product (mapToName).',
    },
    cron: {
      type: 'string',
      value: 'CRON',
      description: 'Schedule, as a cron expression with five fields.',
    },
    timezone: { type: 'string', value: 'ZONE', description: 'Time zone, such as Europe/Berlin.' },
    default: { type: 'boolean', description: 'Follow the schedule of the manifest again.' },
    json: { type: 'boolean', description: 'Print the installation as JSON.' },
    ...targetOptions,
  },
  notes: `The schedule of the manifest and of other customers stays the same.\n\n${targetNotes}`,
  async run({ argument: integration, values, terminal }) {
    const { group, instance, object, cron, timezone, default: isReset = false } = values
    if (!integration) throw new CommandError('The name of an integration is required.')
    if (!group || !object) throw new CommandError('--object and --group are required.')
    if (isReset === (cron !== undefined || timezone !== undefined))
      throw new CommandError('Set --cron, --timezone or both, or else --default.')
    const { client, project } = await requireTarget(values, terminal)
    const installation = await client.patch(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/config-content',
      {
        params: { projectIdOrName: project, integrationId: integration, objectName: object },
        query: toAccountQuery(instance),
        body: {
          groupRef: group,
          action: 'read' as const,
          changes: [
            ...listChanges('/schedule', isReset ? undefined : cron, isReset),
            ...listChanges('/timezone', isReset ? undefined : timezone, isReset),
          ],
        },
      },
    )
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(installation, null, 2)
        : `${isReset ? 'Reset' : 'Set'} the schedule of ${object} for ${group}${describeAccount({ instance })}`,
    )
    return 0
  },
})

/** A member is removed after it was added, because removing an absent one is rejected. */
function listChanges(path: string, value: string | undefined, isReset: boolean) {
  const add = { op: 'add' as const, path, value: value ?? '' }
  if (isReset) return [add, { op: 'remove' as const, path }]
  return value === undefined ? [] : [add]
}
