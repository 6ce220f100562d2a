import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Dialog } from '../ui/form/dialog.tsx'
import { TextField } from '../ui/form/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

interface DecideDialogProps {
  approval: Schemas['Approval']
  title: string
  onClose: () => void
}

/** Shows what a waiting write will change, field by field, and approves or rejects it. */
export function DecideDialog({ approval: { id }, title, onClose }: DecideDialogProps) {
  const { queries, actions, store } = useProject()
  const query = queries.approval(id)
  const result = useQuery(query)
  const [reason, setReason] = useState('')
  const { shown } = result.data ?? {}
  // After a refusal, the dialog shows what is true now.
  const showAgain = async (error: unknown) => {
    await store.invalidate(query.key)
    throw error
  }
  const approve = useAction(() => actions.approveWrite(id, shown ?? '').catch(showAgain), onClose)
  const reject = useAction(() => actions.rejectWrite(id, reason).catch(showAgain), onClose)
  const error = approve.error ?? reject.error

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {error && <ProblemMessage error={error} />}
        <Loaded result={result}>
          {({ records }) =>
            records.map((record, index) => (
              <section key={record.recordId ?? index} className="stack">
                <h3>{record.recordId ?? 'New record'}</h3>
                <Facts
                  of={Object.fromEntries(
                    record.fields.map((field) => [
                      field.name,
                      <Change key={field.name} field={field} />,
                    ]),
                  )}
                />
                {record.associations?.map(({ to }) => (
                  <p key={to.id}>Associated with {to.id}</p>
                ))}
                {record.recordId !== undefined && !record.isKnown && (
                  <p className="sub">The present values are unknown.</p>
                )}
              </section>
            ))
          }
        </Loaded>
        <TextField
          label="Reason, if you reject"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="row" data-align="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button changes isBusy={reject.isRunning} onClick={() => void reject.run()}>
            Reject
          </Button>
          <Button
            tone="primary"
            isBusy={approve.isRunning}
            changes
            disabled={shown === undefined}
            onClick={() => void approve.run()}
          >
            Approve
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The value of a field before and after the write. */
function Change({ field }: { field: Schemas['ApprovalField'] }) {
  const show = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return (
    <span className="changes">
      {field.old !== undefined && (
        <del>
          <bdi>{show(field.old)}</bdi>
        </del>
      )}{' '}
      {field.new !== undefined && (
        <ins>
          <bdi>{show(field.new)}</bdi>
        </ins>
      )}
    </span>
  )
}
