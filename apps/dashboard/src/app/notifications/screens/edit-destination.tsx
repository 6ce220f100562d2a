import { useState } from 'react'
import { destinationForms, ProblemError, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FieldInputs, readFields } from '../destination-field.tsx'

interface EditDestinationProps {
  destination: Schemas['Destination']
  onClose: () => void
}

/** Edits the name, settings and credentials of a destination in place, but not its signing secret. */
export function EditDestination({ destination, onClose }: EditDestinationProps) {
  const { actions, queries, store } = useProject()
  const { id, name, type } = destination
  const before = new Map<string, unknown>(Object.entries(destination.metadata))
  const getText = (field: string) => String(before.get(field) ?? '')
  // Flags are chosen when it is created.
  const settings = destinationForms[type].settings.filter(({ isFlag }) => !isFlag)
  const secrets = destinationForms[type].secrets.map((field) => ({
    ...field,
    hint: 'Leave empty to keep the stored one.',
  }))
  const [isEdited, setIsEdited] = useState(false)
  const save = useAction(
    (form: FormData, anyway: boolean) => {
      const getEntered = (field: string) => String(form.get(field) ?? '').trim()
      const changed = settings.filter((field) => getEntered(field.name) !== getText(field.name))
      const entered = readFields(changed, form)
      return actions.updateDestination(id, {
        name: getEntered('name') === name ? undefined : getEntered('name'),
        anyway,
        settings: Object.fromEntries(
          changed.map((field) => [field.name, entered[field.name] ?? '']),
        ),
        secrets: readFields(secrets, form),
      })
    },
    async (updated) => {
      if (updated) store.set(queries.destination(id), updated)
      await store.invalidate(queries.destinations().key)
      onClose()
    },
  )

  // Another name is checked first.
  const isInUse = save.error instanceof ProblemError && save.error.kind === 'in-use' && !isEdited

  return (
    <Form
      className="card stack"
      error={save.error}
      isAskedAgain={isInUse}
      onChange={() => setIsEdited(true)}
      onSubmit={(form) => {
        setIsEdited(false)
        void save.run(form, isInUse)
      }}
    >
      <TextField
        label="Name"
        name="name"
        ref={focusOnce}
        required
        maxLength={255}
        autoComplete="off"
        defaultValue={name}
        hint="Integrations refer to a destination by its name: change it in platform.yaml too."
      />
      <FieldInputs
        inputs={[
          ...settings.map((field) => ({ field, defaultValue: getText(field.name) })),
          ...secrets.map((field) => ({ field, isSecret: true })),
        ]}
      />
      <div className="row">
        <Button type="submit" tone="primary" isBusy={save.isRunning}>
          {isInUse ? 'Rename anyway' : 'Save'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  )
}

/** The person asked for the form, and continues in it. Another function at each rendering would be called again. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()
