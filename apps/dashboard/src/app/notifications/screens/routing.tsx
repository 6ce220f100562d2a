import { useState } from 'react'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Pages } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { useDestinationNames } from '../delivery-list.tsx'
import { EventTypes } from './event-types.tsx'
import type { RoutedTopic } from './topic-form.tsx'

const all = { atFirst: 1000 }

/** Shows how topics route events to destinations. */
export function RoutingScreen() {
  const { queries, actions, store } = useProject()
  const topics = useList(queries.topics())
  const eventRoutes = useList(queries.eventRoutes(), all)
  const destinationRoutes = useList(queries.destinationRoutes(), all)
  const error = eventRoutes.error ?? destinationRoutes.error
  const retry = () => [eventRoutes, destinationRoutes].forEach((list) => list.refresh())
  const names = useDestinationNames()
  const [editing, setEditing] = useState<RoutedTopic | 'new'>()
  const [leaving, setLeaving] = useState<RoutedTopic['topic']>()
  const refresh = () =>
    Promise.all(
      [queries.topics(), queries.eventRoutes(), queries.destinationRoutes()].map((query) =>
        store.invalidate(query.key),
      ),
    )

  return (
    <DashboardPage
      title="Routing"
      intro="Topics route event types to destinations."
      actions={
        <Button changes tone="primary" onClick={() => setEditing('new')}>
          Create topic
        </Button>
      }
    >
      {editing && (
        <OnDemand name="topic-form.tsx" load={() => import('./topic-form.tsx')}>
          {({ TopicForm }) => (
            <TopicForm
              routed={editing === 'new' ? undefined : editing}
              destinations={[...names]}
              onSaved={refresh}
              onClose={() => setEditing(undefined)}
            />
          )}
        </OnDemand>
      )}
      {leaving && (
        <Confirm
          title={`Delete the topic “${leaving.name}”?`}
          doIt="Delete"
          act={async () => {
            await actions.deleteTopic(leaving.id)
            await refresh()
          }}
          onClose={() => setLeaving(undefined)}
        >
          Its routes are deleted too. Events already routed are still delivered.
        </Confirm>
      )}
      {error && !topics.error && <ProblemMessage error={error} onRetry={retry} />}
      <Loaded result={topics}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="No topics yet">
              Create a topic and choose its event types and destinations.
            </Empty>
          ) : (
            <ul className="stack">
              {list.map((topic) => (
                <TopicCard
                  key={topic.id}
                  routed={{
                    topic,
                    eventRoutes: ofTopic(topic.id, eventRoutes.data),
                    destinationRoutes: ofTopic(topic.id, destinationRoutes.data),
                  }}
                  names={names}
                  onChange={setEditing}
                  onDelete={setLeaving}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Pages of={topics} />
      <EventTypes />
    </DashboardPage>
  )
}

const ofTopic = <Route extends { topicId: string }>(topicId: string, routes: Route[] = []) =>
  routes.filter((route) => route.topicId === topicId)

interface TopicCardProps {
  routed: RoutedTopic
  names: Map<string, string>
  onChange: (routed: RoutedTopic) => void
  onDelete: (topic: RoutedTopic['topic']) => void
}

function TopicCard({ routed, names, onChange, onDelete }: TopicCardProps) {
  const { to } = useProject()
  const { topic, eventRoutes, destinationRoutes } = routed
  const eventTypes = eventRoutes.map(({ eventType }) => eventType).toSorted()
  const destinationIds = destinationRoutes.map(({ destinationId }) => destinationId)

  return (
    <li className="card">
      <div className="card-title">
        <div className="row">
          <h2>{topic.name}</h2>
          <CopyableId>{topic.id}</CopyableId>
        </div>
        <span className="row" data-align="end">
          <Button changes aria-label={`Edit ${topic.name}`} onClick={() => onChange(routed)}>
            Edit
          </Button>
          <Button changes aria-label={`Delete ${topic.name}`} onClick={() => onDelete(topic)}>
            Delete
          </Button>
        </span>
      </div>
      <div className="route">
        <div>
          <h3>Receives</h3>
          <ul className="badges">
            {eventTypes.map((type) => (
              <li key={type}>
                <Badge>{type}</Badge>
              </li>
            ))}
            {eventTypes.length === 0 && <li className="muted">No event types</li>}
          </ul>
        </div>
        <Icon name="arrow" />
        <div>
          <h3>Delivers to</h3>
          <ul className="route-ends">
            {destinationIds.map((id) => (
              <li key={id}>
                <Link to={to('destination', { destination: id })}>{names.get(id) ?? id}</Link>
              </li>
            ))}
            {destinationIds.length === 0 && <li className="muted">No destinations</li>}
          </ul>
        </div>
      </div>
    </li>
  )
}
