import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useList, useQuery } from '../../api/use-query.ts'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { Link } from '../../router.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Text } from '../../ui/code/code.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { AttemptCard } from '../attempt-card.tsx'
import { useDestinationName } from '../delivery-list.tsx'

const everyMs = 3_000

function DestinationLink({ id }: { id: string }) {
  const { queries, to } = useProject()
  const { data } = useList(queries.destinations(), { atFirst: 1000 })
  const name = useDestinationName()(id)
  // Deleted ones, and those of customers, have no page.
  if (data?.every((destination) => destination.id !== id)) return name
  return <Link to={to('destination', { destination: id })}>{name}</Link>
}

/** Shows one delivery with all its attempts. */
export function DeliveryScreen({ id }: { id: string }) {
  const { queries, actions, store, to } = useProject()
  const result = useQuery(queries.delivery(id), { everyMs })
  const attempts = useQuery(queries.attempts(id), { everyMs })
  const retry = useAction(
    () => actions.retryDelivery(id),
    (delivery) => {
      store.set(queries.delivery(id), delivery)
      return store.refresh(queries.attempts(id))
    },
  )
  const status = result.data?.status

  return (
    <DashboardPage
      title={result.data?.eventType ?? 'Delivery'}
      parent={{ title: 'Deliveries', to: to('deliveries') }}
      badge={status && <Status of={status} />}
      actions={
        status && (
          <Button
            changes
            tone={status === 'failed' ? 'primary' : undefined}
            isBusy={retry.isRunning}
            onClick={() => void retry.run()}
          >
            {status === 'delivered' ? 'Replay' : 'Retry now'}
          </Button>
        )
      }
    >
      {retry.error && <ProblemMessage error={retry.error} />}
      <Loaded result={result}>
        {(delivery) => (
          <>
            <Facts
              of={{
                Customer: delivery.groupRef && <CustomerLink of={delivery} />,
                Object: delivery.objectName && <code>{delivery.objectName}</code>,
                Records: delivery.numRecords,
                Operation: delivery.operationId && (
                  <Link to={to('operation', { operation: delivery.operationId })}>
                    View operation
                  </Link>
                ),
                Destination: <DestinationLink id={delivery.destinationId} />,
                Attempts: delivery.attempts,
                Created: <Time at={delivery.createTime} />,
                'Last attempt': delivery.lastAttemptTime && <Time at={delivery.lastAttemptTime} />,
                'Next attempt': delivery.nextAttemptTime && <Time at={delivery.nextAttemptTime} />,
                'Message ID': <CopyableId>{delivery.eventId}</CopyableId>,
                ID: <CopyableId>{delivery.id}</CopyableId>,
              }}
            />
            <Section title="Attempts">
              <Loaded result={attempts}>{(list) => <Attempts list={list} />}</Loaded>
            </Section>
            <Message eventId={delivery.eventId} />
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Attempts({ list }: { list: Schemas['Attempt'][] }) {
  if (list.length === 0) return <Empty title="No attempts yet" />
  return (
    <ol className="stack" data-gap="small">
      {list.map((attempt, index) => (
        <li key={attempt.number}>
          <AttemptCard attempt={attempt} isOpen={index === 0} />
        </li>
      ))}
    </ol>
  )
}

function Message({ eventId }: { eventId: string }) {
  const { queries } = useProject()
  return (
    <Loaded result={useQuery(queries.event(eventId))}>
      {(event) => (
        <>
          {event.recordsOmitted && (
            <Section title="Records">
              <OnDemand name="delivered-records.tsx" load={() => import('./delivered-records.tsx')}>
                {({ MessageRecords }) => <MessageRecords event={event} />}
              </OnDemand>
            </Section>
          )}
          <Section title={event.recordsOmitted ? 'Message without records' : 'Message'}>
            <Text label="Message" text={JSON.stringify(event.body, null, 2) ?? ''} />
          </Section>
        </>
      )}
    </Loaded>
  )
}
