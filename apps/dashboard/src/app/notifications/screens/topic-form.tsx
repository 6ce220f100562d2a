import { useRef } from 'react'
import { ProblemError, type Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { notificationTypes } from '../message-types.ts'
import { useAction } from '../../api/use-action.ts'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

export interface RoutedTopic {
  topic: Schemas['Topic']
  eventRoutes: Schemas['NotificationEventTopicRoute'][]
  destinationRoutes: Schemas['TopicDestinationRoute'][]
}

interface TopicFormProps {
  /** The topic to edit; a new one is created if unset. */
  routed: RoutedTopic | undefined
  destinations: [id: string, name: string][]
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** Edits a topic and its routes. */
export function TopicForm({ routed, destinations, onSaved, onClose }: TopicFormProps) {
  const { actions, queries } = useProject()
  const own = useList(queries.eventTypes(), { atFirst: 1000 })
  const allTypes: Schemas['NotificationEventTopicRoute']['eventType'][] = [
    ...notificationTypes,
    ...(own.data ?? []).map(({ name }) => name),
  ]
  // After a route was rejected, the created topic is reused.
  const created = useRef(routed?.topic)
  const save = useAction(
    async (form: FormData) => {
      const name = String(form.get('name')).trim()
      const before = created.current
      const topic = !before
        ? await actions.createTopic(name)
        : before.name === name
          ? before
          : await actions.renameTopic(before.id, name)
      created.current = topic
      const { id } = topic
      const { eventRoutes = [], destinationRoutes = [] } = routed ?? {}
      const chosenTypes = form.getAll('eventType')
      const types = allTypes.filter((type) => chosenTypes.includes(type))
      const targets = form.getAll('destination').map(String)
      await Promise.all([
        ...findAdded(
          types,
          eventRoutes.map(({ eventType }) => eventType),
        ).map((eventType) => unlessThere(actions.createEventRoute(id, eventType))),
        ...eventRoutes
          .filter(({ eventType }) => !types.includes(eventType))
          .map((route) => actions.deleteEventRoute(route.id)),
        ...findAdded(
          targets,
          destinationRoutes.map(({ destinationId }) => destinationId),
        ).map((destination) => unlessThere(actions.createDestinationRoute(id, destination))),
        ...destinationRoutes
          .filter(({ destinationId }) => !targets.includes(destinationId))
          .map((route) => actions.deleteDestinationRoute(route.id)),
      ])
    },
    async () => {
      await onSaved()
      onClose()
    },
  )

  return (
    <FormDialog
      title={routed ? 'Edit topic' : 'Create topic'}
      doIt={routed ? 'Save' : 'Create'}
      action={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={64}
        autoComplete="off"
        defaultValue={routed?.topic.name}
      />
      <Choices
        title="Receives"
        name="eventType"
        options={allTypes.map((type) => [type, type])}
        chosen={routed?.eventRoutes.map(({ eventType }) => eventType)}
      />
      <Choices
        title="Delivers to"
        name="destination"
        options={destinations}
        chosen={routed?.destinationRoutes.map(({ destinationId }) => destinationId)}
      />
    </FormDialog>
  )
}

/** Routes created before another was rejected already exist. */
const unlessThere = (creating: Promise<unknown>) =>
  creating.catch((error: unknown) => {
    if (!(error instanceof ProblemError && error.kind === 'route-exists')) throw error
  })

const findAdded = <Value,>(wanted: Value[], present: Value[]) =>
  wanted.filter((value) => !present.includes(value))

interface ChoicesProps {
  title: string
  name: string
  options: [value: string, label: string][]
  chosen: string[] | undefined
}

const Choices = ({ title, name, options, chosen = [] }: ChoicesProps) => (
  <fieldset className="choices">
    <legend>{title}</legend>
    {options.map(([value, label]) => (
      <label key={value}>
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        {label}
      </label>
    ))}
    {options.length === 0 && <p className="muted">None yet.</p>}
  </fieldset>
)
