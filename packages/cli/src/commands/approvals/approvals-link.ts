import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { approvalArgument, mustNameApproval } from './options.ts'

export const approvalsLink = command({
  name: 'approvals link',
  summary: 'Create the link on which one person decides about a write, and print it.',
  argument: approvalArgument,
  options: {
    consumer: { type: 'string', value: 'REF', description: 'Who decides (your consumerRef).' },
    name: { type: 'string', value: 'TEXT', description: 'Name of this person, for display.' },
    json: { type: 'boolean', description: 'Print the link as JSON.' },
    ...targetOptions,
  },
  notes: `Whoever has the link can decide about this write. A later link replaces it.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const approvalId = mustNameApproval(argument)
    const { consumer, name } = values
    if (!consumer) throw new CommandError('--consumer is required: who decides (your consumerRef).')
    const { client, project } = await requireTarget(values, terminal)
    const created = await client.post(
      '/v1/projects/{projectIdOrName}/approvals/{approvalId}/links',
      {
        params: { projectIdOrName: project, approvalId },
        body: { consumerRef: consumer, ...(name && { consumerName: name }) },
      },
    )
    print(terminal.stdout, values.json ? JSON.stringify(created, null, 2) : created.link)
    return 0
  },
})
