import { command } from '../command.ts'
import { accountOptions, describeAccount, toAccountQuery } from '../target/account.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, print } from '../terminal/terminal.ts'

export const filtersSet = command({
  name: 'filters set',
  summary: 'Set which records of an object are delivered for one customer.',
  argument: { name: 'integration', description: 'Name or ID of the integration.', isNeeded: true },
  options: {
    ...accountOptions,
    object: {
      type: 'string',
      value: 'NAME',
      description: 'Name of the object, at the provider or in your product (mapToName).',
    },
    filter: {
      type: 'string',
      value: 'JSON',
      description: 'Filter as in the manifest, as JSON. It replaces the filter of the manifest.',
    },
    default: { type: 'boolean', description: 'Follow the filter of the manifest again.' },
    json: { type: 'boolean', description: 'Print the installation as JSON.' },
    ...targetOptions,
  },
  notes: `The next read uses the filter. \`platform trigger\` also delivers records that match only now.\n\n${targetNotes}`,
  async run({ argument: integration, values, terminal }) {
    const { group, instance, object, filter, default: isReset = false } = values
    if (!integration) throw new CommandError('The name of an integration is required.')
    if (!group || !object) throw new CommandError('--object and --group are required.')
    if (isReset === (filter !== undefined)) throw new CommandError('Set --filter or --default.')
    const add = {
      op: 'add' as const,
      path: '/filter',
      // A member is removed after it was added, because removing an absent one is rejected.
      value: filter === undefined ? null : parseFilter(filter),
    }
    const { client, project } = await requireTarget(values, terminal)
    const installation = await client.patch(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/config-content',
      {
        params: { projectIdOrName: project, integrationId: integration, objectName: object },
        query: toAccountQuery(instance),
        body: {
          groupRef: group,
          action: 'read' as const,
          changes: isReset ? [add, { op: 'remove' as const, path: '/filter' }] : [add],
        },
      },
    )
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(installation, null, 2)
        : `${isReset ? 'Reset' : 'Set'} the filter of ${object} for ${group}${describeAccount({ instance })}`,
    )
    return 0
  },
})

function parseFilter(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new CommandError(`--filter is not valid JSON: ${cause.message}`)
  }
}
