import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { painter, print, printable, type Style } from '../../terminal/terminal.ts'

type Approval = Schemas['Approval']
const states = ['pending', 'approved', 'rejected', 'expired'] as const

const styles: Record<Approval['state'], Style> = {
  pending: 'yellow',
  approved: 'green',
  rejected: 'red',
  expired: 'dim',
}

export const approvalsList = command({
  name: 'approvals list',
  summary: 'List writes that wait for the approval of a person, newest first.',
  options: {
    state: {
      type: 'string',
      value: 'NAME',
      oneOf: states,
      description: `Only this state: ${states.join(', ')}. Default: pending.`,
    },
    group: { type: 'string', value: 'REF', description: 'Only this customer (your groupRef).' },
    json: { type: 'boolean', description: 'Print the approvals as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ values, terminal }) {
    const state = states.find((one) => one === values.state) ?? 'pending'
    const { client, project } = await requireTarget(values, terminal)
    const approvals = await client.get('/v1/projects/{projectIdOrName}/approvals', {
      params: { projectIdOrName: project },
      query: { state, ...(values.group && { groupRef: values.group }) },
    })
    if (values.json) {
      print(terminal.stdout, JSON.stringify(approvals, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    if (approvals.length === 0) print(terminal.stdout, 'No approvals match.')
    for (const approval of approvals) {
      print(
        terminal.stdout,
        formatApproval(approval, (text) => paint(styles[approval.state], text)),
      )
    }
    return 0
  },
})

function formatApproval(approval: Approval, paint: (text: string) => string): string {
  const { id, state, type, objectName, groupRef, instance, recordCount } = approval
  const { expireTime, decidedBy } = approval
  const end = decidedBy === undefined ? `until ${expireTime}` : `by ${printable(decidedBy)}`
  const what = `${type} ${printable(objectName)} × ${recordCount}`
  const of = [groupRef, ...(instance === undefined ? [] : [instance])].map(printable).join(' · ')
  return `${id}  ${paint(state)}  ${of}  ${what}  ${end}`
}
