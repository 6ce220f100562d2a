import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { Link } from '../../router.tsx'
import { ChoiceField, TextArea, TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { formatCountWithNoun } from '../../ui/format.ts'

interface SendEventProps {
  types: readonly Schemas['EventType'][]
  onClose: () => void
}

/** Sends an event of the builder's own. */
export function SendEvent({ types, onClose }: SendEventProps) {
  const { actions, to } = useProject()
  const [sent, setSent] = useState<Schemas['SentEvent']>()
  const send = useAction((form: FormData) => {
    setSent(undefined)
    const groupRef = String(form.get('groupRef')).trim()
    const type = types.find(({ name }) => name === form.get('type'))
    if (!type) throw new Error('Choose an event type.')
    return actions.sendEvent({
      type: type.name,
      ...(groupRef && { groupRef }),
      data: parseData(String(form.get('data'))),
    })
  }, setSent)

  return (
    <FormDialog title="Send an event" doIt="Send" action={send} onClose={onClose}>
      <ChoiceField label="Type" name="type" required>
        {types.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </ChoiceField>
      <TextField
        label="Customer"
        name="groupRef"
        autoComplete="off"
        maxLength={256}
        hint="Your groupRef. Webhooks that this customer manages receive the event too."
      />
      <TextArea
        label="Data"
        name="data"
        rows={6}
        required
        spellCheck={false}
        autoComplete="off"
        defaultValue="{}"
        hint="A JSON object."
      />
      {sent && (
        <output>
          Sent to{' '}
          <Link to={to('deliveries', { type: sent.type })}>
            {formatCountWithNoun(sent.deliveries, 'destination')}
          </Link>
          .{sent.deliveries === 0 && ' No topic routes this type, and no customer receives it.'}
        </output>
      )}
    </FormDialog>
  )
}

/** Returns the entered object. @throws Error for the person if it is none */
function parseData(text: string): Record<string, unknown> {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    // Rejected below.
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data }
  throw new Error('The data must be a JSON object.')
}
