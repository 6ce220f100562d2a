import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { print } from '../../terminal/terminal.ts'
import { approvalArgument, mustNameApproval } from './options.ts'

export const approvalsReject = command({
  name: 'approvals reject',
  summary: 'Reject a waiting write. Nothing is written.',
  argument: approvalArgument,
  options: {
    reason: { type: 'string', value: 'TEXT', description: 'Why, for whoever asked for the write.' },
    json: { type: 'boolean', description: 'Print the approval as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const approvalId = mustNameApproval(argument)
    const { client, project } = await requireTarget(values, terminal)
    const approval = await client.post(
      '/v1/projects/{projectIdOrName}/approvals/{approvalId}:reject',
      {
        params: { projectIdOrName: project, approvalId },
        body: { ...(values.reason && { reason: values.reason }) },
      },
    )
    print(
      terminal.stdout,
      values.json ? JSON.stringify(approval, null, 2) : `Rejected ${approvalId}`,
    )
    return 0
  },
})
