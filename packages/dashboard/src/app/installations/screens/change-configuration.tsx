import { useId, useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { inReadingOrder } from '../../ui/in-reading-order.ts'

interface ChangeConfigurationProps {
  installation: Schemas['Installation']
  onClose: () => void
}

/** The choices of an installation as text. The server says what of them is wrong, and where. */
export function ChangeConfiguration({
  installation: { integrationId, id, config },
  onClose,
}: ChangeConfigurationProps) {
  const { queries, actions, store } = useProject()
  const [text, setText] = useState(() => JSON.stringify(inReadingOrder(config.content), null, 2))
  const inputId = useId()
  const save = useAction(
    () => actions.changeConfiguration(integrationId, id, parsed(text)),
    async (installation) => {
      store.set(queries.installation(integrationId, id), installation)
      await store.invalidate(queries.timeline(integrationId, id).key)
      onClose()
    },
  )

  return (
    <FormDialog title="Change configuration" doIt="Save" action={save} onClose={onClose}>
      <div className="field">
        <label htmlFor={inputId}>Configuration, as JSON</label>
        <textarea
          id={inputId}
          className="code-input"
          rows={16}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="hint">
          One record of each object that is different is read first: what the provider does not know
          is refused.
        </p>
      </div>
    </FormDialog>
  )
}

function parsed(text: string): Schemas['ConfigContent'] {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
