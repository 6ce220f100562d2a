import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { approvalArgument, mustNameApproval } from './options.ts'

export const approvalsApprove = command({
  name: 'approvals approve',
  summary: 'Approve a waiting write. It is then sent.',
  argument: approvalArgument,
  options: {
    shown: {
      type: 'string',
      value: 'CODE',
      description: 'Code of the changes that `platform approvals show` has shown.',
    },
    json: { type: 'boolean', description: 'Print the approval as JSON.' },
    ...targetOptions,
  },
  notes: `Only people can approve: sign in with \`platform login\`. API keys are rejected.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const approvalId = mustNameApproval(argument)
    const { shown } = values
    if (!shown)
      throw new CommandError(`--shown is required: \`platform approvals show ${approvalId}\`.`)
    const { client, project } = await requireTarget(values, terminal)
    const approval = await client.post(
      '/v1/projects/{projectIdOrName}/approvals/{approvalId}:approve',
      { params: { projectIdOrName: project, approvalId }, body: { shown } },
    )
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(approval, null, 2)
        : `Approved: the write is ${approval.operationId}`,
    )
    return 0
  },
})
