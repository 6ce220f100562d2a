import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { print, printable } from '../../terminal/terminal.ts'
import { approvalArgument, mustNameApproval } from './options.ts'

export const approvalsShow = command({
  name: 'approvals show',
  summary: 'Show what a waiting write will change, field by field.',
  argument: approvalArgument,
  options: {
    json: { type: 'boolean', description: 'Print the approval as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const approvalId = mustNameApproval(argument)
    const { client, project } = await requireTarget(values, terminal)
    const approval = await client.get('/v1/projects/{projectIdOrName}/approvals/{approvalId}', {
      params: { projectIdOrName: project, approvalId },
    })
    if (values.json) {
      print(terminal.stdout, JSON.stringify(approval, null, 2))
      return 0
    }
    for (const line of describeChanges(approval)) print(terminal.stdout, line)
    return 0
  },
})

function describeChanges(approval: Schemas['ApprovalDetails']): string[] {
  const { id, type, objectName, groupRef, state, records, shown, requestedBy } = approval
  const heading = `${state}: ${type} ${printable(objectName)} of ${printable(groupRef)}, requested by ${printable(requestedBy)}`
  const lines = records.flatMap((record) => [
    `  ${record.recordId === undefined ? 'new record' : printable(record.recordId)}${record.isKnown || record.recordId === undefined ? '' : ' (present values unknown)'}`,
    ...record.fields.map(
      (field) =>
        `    ${printable(field.name)}: ${formatValue(field, 'old')} → ${formatValue(field, 'new')}`,
    ),
    ...(record.associations ?? []).map(({ to }) => `    associated with ${printable(to.id)}`),
  ])
  const next =
    shown === undefined ? [] : [`Approve: platform approvals approve ${id} --shown ${shown}`]
  return [heading, ...lines, ...next]
}

const formatValue = (field: Schemas['ApprovalField'], side: 'old' | 'new'): string =>
  field[side] === undefined ? '–' : printable(JSON.stringify(field[side]))
