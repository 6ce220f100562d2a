import { useState } from 'react'
import { ProblemError, type Schemas } from '@platform/client'
import { signInProblem } from '../../api/sign-in.ts'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { inReadingOrder } from '../../ui/list/in-reading-order.ts'

interface ChangeConfigurationProps {
  installation: Schemas['Installation']
  onClose: () => void
}

/** Edits the configuration of an installation as JSON. The server validates it. */
export function ChangeConfiguration({
  installation: { integrationId, id, config },
  onClose,
}: ChangeConfigurationProps) {
  const { queries, actions, store } = useProject()
  const [text, setText] = useState(() => JSON.stringify(inReadingOrder(config.content), null, 2))
  const save = useAction(
    () => actions.changeConfiguration(integrationId, id, parseConfig(text)),
    async (installation) => {
      store.set(queries.installation(integrationId, id), installation)
      await store.invalidate(queries.timeline(integrationId, id).key)
      onClose()
    },
  )

  return (
    <FormDialog title="Change configuration" doIt="Save" action={save} onClose={onClose}>
      <TextArea
        label="Configuration (JSON)"
        name="content"
        className="code-input"
        rows={16}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint="Before saving, one record of each changed object is read. Objects and fields unknown to the provider are rejected."
      />
    </FormDialog>
  )
}

function parseConfig(text: string): Schemas['ConfigContent'] {
  try {
    return JSON.parse(text)
  } catch (error) {
    const detail = `Invalid JSON: ${error instanceof Error ? error.message : String(error)}`
    const issues = [{ in: 'body', name: 'content', detail } as const]
    throw new ProblemError(
      { ...signInProblem(400, 'Invalid JSON', detail), issues },
      { cause: error },
    )
  }
}
