import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useList } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Icon } from '../ui/icons.tsx'
import { Empty, Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { useDestinationNames } from './delivery-list.tsx'

const all = { atFirst: 1000 }

/** Which events reach which destinations: through topics, and through nothing else. */
export function Routing() {
  const { queries } = useProject()
  const topics = useList(queries.topics())
  const eventRoutes = useList(queries.eventRoutes(), all)
  const destinationRoutes = useList(queries.destinationRoutes(), all)
  const error = eventRoutes.error ?? destinationRoutes.error
  const retry = () => [eventRoutes, destinationRoutes].forEach((list) => list.refresh())

  return (
    <Page
      title="Routing"
      intro="An event reaches a destination when a topic receives it and delivers to there."
    >
      {error && !topics.error && <ProblemMessage error={error} onRetry={retry} />}
      <Loaded result={topics}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="There is no topic yet">
              Create one by the API and route event types to it.
            </Empty>
          ) : (
            <ul className="stack">
              {list.map((topic) => (
                <TopicCard
                  key={topic.id}
                  topic={topic}
                  eventTypes={eventRoutes.data
                    ?.filter((route) => route.topicId === topic.id)
                    .map((route) => route.eventType)
                    .toSorted()}
                  destinationIds={destinationRoutes.data
                    ?.filter((route) => route.topicId === topic.id)
                    .map((route) => route.destinationId)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {topics.hasMore && (
        <Button isBusy={topics.isFetching} onClick={topics.showMore}>
          Show more
        </Button>
      )}
    </Page>
  )
}

interface TopicCardProps {
  topic: Schemas['Topic']
  eventTypes?: string[] | undefined
  destinationIds?: string[] | undefined
}

function TopicCard({ topic, eventTypes = [], destinationIds = [] }: TopicCardProps) {
  const { to } = useProject()
  const names = useDestinationNames()

  return (
    <li className="card">
      <div className="card-title">
        <h2>{topic.name}</h2>
        <Id>{topic.id}</Id>
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
            {eventTypes.length === 0 && <li className="muted">No event type</li>}
          </ul>
        </div>
        <Icon name="arrow" />
        <div>
          <h3>Delivers to</h3>
          <ul className="route-ends">
            {destinationIds.map((id) => (
              <li key={id}>
                <Link to={to('destinations', id)}>{names.get(id) ?? id}</Link>
              </li>
            ))}
            {destinationIds.length === 0 && <li className="muted">No destination</li>}
          </ul>
        </div>
      </div>
    </li>
  )
}
