import { command } from '../../command.ts'
import { followOperation } from '../../terminal/log-lines.ts'
import { accountOptions, toAccountQuery } from '../../target/account.ts'
import { findIntegrationId } from '../../target/integration-id.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { throwWithRemedy } from '../../terminal/throw-with-option.ts'
import { timeOption, timesRead } from '../../terminal/time-option.ts'

export const trigger = command({
  name: 'trigger',
  summary: 'Start a read of an object for a customer.',
  argument: { name: 'integration', description: 'Name or ID of the integration.', isNeeded: true },
  options: {
    object: {
      type: 'string',
      value: 'NAME',
      description: 'Name of the object, at the provider or in your product (mapToName).',
    },
    ...accountOptions,
    since: {
      type: 'string',
      value: 'TIME',
      description: `Read records changed since: ${timesRead}.`,
    },
    until: { type: 'string', value: 'TIME', description: 'End time.' },
    follow: { type: 'boolean', description: 'Show the log until the operation ends.' },
    json: { type: 'boolean', description: 'Print the operation as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument: integration, values, terminal }) {
    const { object, group, instance, follow = false, json } = values
    const since = timeOption('since', values.since)
    const until = timeOption('until', values.until)
    if (!integration)
      throw new CommandError('An integration is required. `platform status` lists them.')
    if (!object || !group) throw new CommandError('--object and --group are required.')
    const target = await requireTarget(values, terminal)
    const integrationId = await findIntegrationId(target, integration)

    const { operationId } = await target.client
      .post(
        '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}',
        {
          params: { projectIdOrName: target.project, integrationId, objectName: object },
          query: toAccountQuery(instance),
          body: {
            groupRef: group,
            mode: 'async',
            ...(since && { sinceTimestamp: since }),
            ...(until && { untilTimestamp: until }),
          },
        },
      )
      .catch((error: unknown) =>
        throwWithRemedy(error, {
          'object-paused': `Resume it first: \`platform resume ${integration} --group ${group}${instance === undefined ? '' : ` --instance ${instance}`} --object ${object}\`.`,
        }),
      )
    print(
      json ? terminal.stdout : terminal.stderr,
      json ? JSON.stringify({ operationId }) : operationId,
    )
    if (!follow) return 0

    const { status, result } = await followOperation(target, operationId, terminal, {
      ...{ follow, json },
      hasAnswered: true,
    })
    print(terminal.stderr, [status, result].filter(Boolean).join(': '))
    return status === 'failure' ? 1 : 0
  },
})
