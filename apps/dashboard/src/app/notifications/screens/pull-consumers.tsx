import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { RemoveButton } from '../../ui/form/remove-button.tsx'
import { Time } from '../../ui/time.tsx'

type Consumer = Schemas['PullConsumer']

/** Shows who fetches the messages of a `pull` destination, and how far each has come. */
export function PullConsumers({ destination: { id } }: { destination: Schemas['Destination'] }) {
  const { queries, actions, store } = useProject()
  const consumers = useList(queries.pullConsumers(id), { everyMs: 5_000 })
  const [isCreating, setIsCreating] = useState(false)
  const [moving, setMoving] = useState<Consumer>()
  const refresh = () => store.invalidate(queries.pullConsumers(id).key)

  return (
    <Section
      title="Consumers"
      aside={
        <Button changes onClick={() => setIsCreating(true)}>
          Create consumer
        </Button>
      }
    >
      {isCreating && (
        <CreateConsumer id={id} onCreated={refresh} onClose={() => setIsCreating(false)} />
      )}
      {moving && (
        <MoveConsumer
          id={id}
          consumer={moving}
          onMoved={refresh}
          onClose={() => setMoving(undefined)}
        />
      )}
      <List
        caption="Consumers"
        result={consumers}
        keyOf={({ name }) => name}
        empty={
          <Empty title="No consumers yet">
            Each consumer fetches all messages and has its own position. receive() creates one at
            its first start.
          </Empty>
        }
        columns={[
          { title: 'Name', render: ({ name }) => name },
          { title: 'Unread', align: 'end', render: ({ unread }) => formatCount(unread) },
          { title: 'In progress', align: 'end', render: ({ leased }) => formatCount(leased) },
          {
            title: 'Oldest unread',
            render: ({ oldestUnreadTime }) => oldestUnreadTime && <Time at={oldestUnreadTime} />,
          },
          {
            title: 'Last commit',
            render: ({ commitTime }) => (commitTime ? <Time at={commitTime} /> : 'Never'),
          },
          {
            title: 'Actions',
            align: 'end',
            render: (consumer) => (
              <span className="row" data-align="end">
                <Button changes onClick={() => setMoving(consumer)}>
                  Move
                </Button>
                <RemoveButton
                  title={`Delete the consumer “${consumer.name}”?`}
                  act={() => actions.deletePullConsumer(id, consumer.name)}
                  onDone={refresh}
                >
                  Its position is deleted. The messages are kept.
                </RemoveButton>
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}

interface CreateConsumerProps {
  id: string
  onCreated: () => unknown
  onClose: () => void
}

function CreateConsumer({ id, onCreated, onClose }: CreateConsumerProps) {
  const { actions } = useProject()
  const [from, setFrom] = useState('first')
  const create = useAction(
    (form: FormData) =>
      actions.createPullConsumer(id, { name: String(form.get('name') ?? '').trim(), from }),
    async () => {
      await onCreated()
      onClose()
    },
  )
  return (
    <FormDialog title="Create consumer" doIt="Create" action={create} onClose={onClose}>
      <TextField label="Name" name="name" required maxLength={64} autoComplete="off" />
      <Position label="Start with" value={from} onChange={setFrom} />
    </FormDialog>
  )
}

interface MoveConsumerProps {
  id: string
  consumer: Consumer
  onMoved: () => unknown
  onClose: () => void
}

function MoveConsumer({ id, consumer: { name, unread }, onMoved, onClose }: MoveConsumerProps) {
  const { actions } = useProject()
  const [to, setTo] = useState('first')
  const move = useAction(
    () => actions.seekPullConsumer(id, name, to),
    async () => {
      await onMoved()
      onClose()
    },
  )
  return (
    <FormDialog title={`Move “${name}”`} doIt="Move" action={move} onClose={onClose}>
      <p>
        {to === 'first'
          ? 'It fetches all messages that are kept again.'
          : `It skips the ${formatCount(unread)} messages that it has not read.`}
      </p>
      <Position label="Continue with" value={to} onChange={setTo} />
    </FormDialog>
  )
}

interface PositionProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const Position = ({ label, value, onChange }: PositionProps) => (
  <Select label={label} value={value} onChange={onChange}>
    <option value="first">the first message that is kept</option>
    <option value="next">the next new message</option>
  </Select>
)
