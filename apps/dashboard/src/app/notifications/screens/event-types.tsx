import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Pages } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { SendEvent } from './send-event.tsx'

/** Lists the types of events that the builder sends by API, to declare and delete them. */
export function EventTypes() {
  const { queries, actions, store } = useProject()
  const query = queries.eventTypes()
  const types = useList(query)
  const [isCreating, setIsCreating] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [leaving, setLeaving] = useState<Schemas['EventType']>()

  return (
    <section className="card stack">
      <div className="card-title">
        <h2>Your own event types</h2>
        <span className="row" data-align="end">
          {types.data && types.data.length > 0 && (
            <Button changes onClick={() => setIsSending(true)}>
              Send event
            </Button>
          )}
          <Button changes onClick={() => setIsCreating(true)}>
            Declare event type
          </Button>
        </span>
      </div>
      {isSending && types.data && (
        <SendEvent types={types.data} onClose={() => setIsSending(false)} />
      )}
      {isCreating && (
        <EventTypeForm
          onSaved={() => store.invalidate(query.key)}
          onClose={() => setIsCreating(false)}
        />
      )}
      {leaving && (
        <Confirm
          title={`Delete the event type “${leaving.name}”?`}
          doIt="Delete"
          act={async () => {
            await actions.deleteEventType(leaving.name)
            await Promise.all(
              [query, queries.eventRoutes()].map(({ key }) => store.invalidate(key)),
            )
          }}
          onClose={() => setLeaving(undefined)}
        >
          It is removed from its topics, and your requests that send it are rejected. Events that
          were sent are still delivered.
        </Confirm>
      )}
      <Loaded result={types}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="None declared">
              Declare a type to send events of your product to your destinations by API.
            </Empty>
          ) : (
            <ul className="stack">
              {list.map((one) => (
                <li key={one.name} className="row" data-align="between">
                  <span>
                    <Badge>{one.name}</Badge>
                    <span className="sub">
                      {[one.description, one.schema && 'Data is checked by a schema.']
                        .filter(Boolean)
                        .join(' ')}
                    </span>
                  </span>
                  <Button changes aria-label={`Delete ${one.name}`} onClick={() => setLeaving(one)}>
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Pages of={types} />
    </section>
  )
}

interface EventTypeFormProps {
  onSaved: () => Promise<unknown>
  onClose: () => void
}

function EventTypeForm({ onSaved, onClose }: EventTypeFormProps) {
  const { actions } = useProject()
  const create = useAction(
    (form: FormData) => {
      const description = String(form.get('description')).trim()
      const schema = String(form.get('schema')).trim()
      return actions.createEventType({
        name: String(form.get('name')).trim(),
        ...(description && { description }),
        ...(schema && { schema: JSON.parse(schema) as Record<string, unknown> }),
      })
    },
    async () => {
      await onSaved()
      onClose()
    },
  )

  return (
    <FormDialog title="Declare an event type" doIt="Declare" action={create} onClose={onClose}>
      <TextField
        label="Name"
        name="name"
        required
        placeholder="custom.invoice.paid"
        pattern="custom(\.[a-z0-9][a-z0-9_\-]*)+"
        autoComplete="off"
        hint="Begins with custom. and cannot be changed."
      />
      <TextField label="Description" name="description" maxLength={1024} autoComplete="off" />
      <TextArea
        label="JSON Schema of the data"
        name="schema"
        rows={5}
        spellCheck={false}
        autoComplete="off"
        hint="Leave empty to accept any object."
      />
    </FormDialog>
  )
}
