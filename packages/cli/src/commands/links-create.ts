import { command } from '../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, print } from '../terminal/terminal.ts'

export const linksCreate = command({
  name: 'links create',
  summary: 'Create a link to the hosted page for a customer, and print it.',
  argument: {
    name: 'integration',
    description: 'Name or ID of the integration.',
    isNeeded: true,
  },
  options: {
    group: { type: 'string', value: 'REF', description: 'The customer (your groupRef).' },
    name: { type: 'string', value: 'TEXT', description: 'Name of the customer, for display.' },
    instance: {
      type: 'string',
      value: 'NAME',
      description:
        "The customer's account that the page opens, and adds if it does not exist. Default: all accounts.",
    },
    'display-name': {
      type: 'string',
      value: 'TEXT',
      description: 'Name of the account for display, if the page adds it.',
    },
    hours: {
      type: 'string',
      value: 'NUMBER',
      description: 'Hours until the link expires, at most 720. Default: 168.',
    },
    'return-url': {
      type: 'string',
      value: 'URL',
      description: 'Page of your product that the hosted page links back to.',
    },
    json: { type: 'boolean', description: 'Print the link as JSON.' },
    ...targetOptions,
  },
  notes: `Whoever has the link can act as an end user of the customer, for this integration.\n\n${targetNotes}`,
  async run({ argument: integration, values, terminal }) {
    const { group, name, instance, hours } = values
    const { 'return-url': returnUrl, 'display-name': displayName } = values
    if (!integration) throw new CommandError('The name of an integration is required.')
    if (!group) throw new CommandError('--group is required: the customer (your groupRef).')
    if (displayName && instance === undefined)
      throw new CommandError('--display-name names an account, and requires its --instance.')
    if (hours !== undefined && !/^\d{1,3}$/.test(hours))
      throw new CommandError(`--hours must be a number of hours, not ${hours}.`)
    const { client, project } = await requireTarget(values, terminal)
    const created = await client.post(
      '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}/connect-links',
      {
        params: { projectIdOrName: project, integrationIdOrName: integration },
        body: {
          groupRef: group,
          ...(name && { groupName: name }),
          ...(instance !== undefined && { instance }),
          ...(displayName && { displayName }),
          ...(hours && { hours: Number(hours) }),
          ...(returnUrl && { returnUrl }),
        },
      },
    )
    print(terminal.stdout, values.json ? JSON.stringify(created, null, 2) : (created.link ?? ''))
    return 0
  },
})
