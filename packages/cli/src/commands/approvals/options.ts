import { CommandError } from '../../terminal/terminal.ts'

export const approvalArgument = {
  name: 'approval',
  description: 'ID of the approval, from `platform approvals list`.',
  isNeeded: true,
}

export function mustNameApproval(argument: string | undefined): string {
  if (argument) return argument
  throw new CommandError('The ID of an approval is required: `platform approvals list` lists them.')
}
