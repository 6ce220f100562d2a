import { useState } from 'react'
import { destinationForms, type Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link, navigate } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { HealthBadge, HealthNotice } from '../../ui/health.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { RemoveButton } from '../../ui/form/remove-button.tsx'
import { ExactTime, Time } from '../../ui/time.tsx'
import { DeliveryList } from '../delivery-list.tsx'
import { destinationAddress } from '../destination-types.ts'
import { LastDaySummary } from '../last-day.tsx'

const orderings = {
  none: undefined,
  record: 'In order per record',
  group: 'In order per customer',
  strict: 'In order, one message at a time',
}

export function DestinationScreen({ id }: { id: string }) {
  const { queries, to } = useProject()
  const result = useQuery(queries.destination(id), { everyMs: 10_000 })
  const latest = useList(queries.deliveries({ destinationId: id }), { atFirst: 10, everyMs: 5_000 })
  const [isEditing, setIsEditing] = useState(false)

  return (
    <DashboardPage
      title={result.data?.name ?? 'Destination'}
      parent={{ title: 'Destinations', to: to('destinations') }}
      badge={result.data && <HealthBadge of={result.data.health} />}
      actions={
        result.data && (
          <>
            {!isEditing && (
              <Button changes onClick={() => setIsEditing(true)}>
                Edit
              </Button>
            )}
            <Switch destination={result.data} />
            <Replay destination={result.data} />
            <Delete destination={result.data} />
          </>
        )
      }
    >
      <Loaded result={result}>
        {(destination) => (
          <>
            <HealthNotice
              of={destination.health}
              note={
                destination.status === 'disabled'
                  ? 'Deliveries are paused until the destination is enabled.'
                  : undefined
              }
            />
            {isEditing && (
              <OnDemand name="edit-destination.tsx" load={() => import('./edit-destination.tsx')}>
                {({ EditDestination }) => (
                  <EditDestination destination={destination} onClose={() => setIsEditing(false)} />
                )}
              </OnDemand>
            )}
            <Facts
              of={{
                Type: destinationForms[destination.type].title,
                'Delivers to': <code>{destinationAddress(destination)}</code>,
                Region: 'region' in destination.metadata && destination.metadata.region,
                Ordering: orderings[destination.ordering],
                'Last 24 hours': <LastDaySummary of={destination.lastDay} />,
                Created: <Time at={destination.createTime} />,
                Disabled: destination.disabledTime && <Time at={destination.disabledTime} />,
                ID: <CopyableId>{destination.id}</CopyableId>,
              }}
            />
            {destination.type === 'webhook' && (
              <Section title="Signing secret">
                <SigningSecret destination={destination} />
              </Section>
            )}
            {destination.type === 'pull' && (
              <OnDemand name="pull-consumers.tsx" load={() => import('./pull-consumers.tsx')}>
                {({ PullConsumers }) => <PullConsumers destination={destination} />}
              </OnDemand>
            )}
            {(destination.type === 'pull' || destination.type === 'webhook') && (
              <OnDemand name="receive-token.tsx" load={() => import('./receive-token.tsx')}>
                {({ ReceiveTokenSection }) => <ReceiveTokenSection destination={destination} />}
              </OnDemand>
            )}
            <OnDemand name="playground.tsx" load={() => import('./playground.tsx')}>
              {({ Playground }) => <Playground destination={destination} />}
            </OnDemand>
            <OnDemand name="hours.tsx" load={() => import('../hours.tsx')}>
              {({ HourlyChart }) => <HourlyChart of={{ destinationId: destination.id }} />}
            </OnDemand>
          </>
        )}
      </Loaded>
      <Section
        title="Latest deliveries"
        aside={<Link to={to('deliveries', { destination: id })}>View all</Link>}
      >
        <DeliveryList isOfDestination result={{ ...latest, hasMore: false }} />
      </Section>
    </DashboardPage>
  )
}

function Switch({ destination: { id, status } }: { destination: Schemas['Destination'] }) {
  const { actions, queries, store } = useProject()
  const isDisabled = status === 'disabled'
  const change = useAction(
    () => actions.setDisabled(id, !isDisabled),
    (destination) => {
      store.set(queries.destination(id), destination)
      return store.invalidate(queries.destinations().key)
    },
  )
  return (
    <>
      <Button
        changes
        tone={isDisabled ? 'primary' : undefined}
        isBusy={change.isRunning}
        onClick={() => void change.run()}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      {change.error && <ProblemMessage error={change.error} />}
    </>
  )
}

function Replay({ destination: { id, name, status } }: { destination: Schemas['Destination'] }) {
  const { queries, store, to } = useProject()
  const [isStarting, setIsStarting] = useState(false)
  return (
    <>
      <Button changes onClick={() => setIsStarting(true)}>
        Replay
      </Button>
      {isStarting && (
        <OnDemand name="start-replay.tsx" load={() => import('./start-replay.tsx')}>
          {({ StartReplay }) => (
            <StartReplay
              destinations={[[id, name]]}
              destination={id}
              isDisabled={status === 'disabled'}
              onStarted={async () => {
                await store.invalidate(queries.replays().key)
                navigate(to('replays'))
              }}
              onClose={() => setIsStarting(false)}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}

function Delete({ destination: { id, name } }: { destination: Schemas['Destination'] }) {
  const { actions, queries, store, to } = useProject()
  return (
    <RemoveButton
      title={`Delete the destination “${name}”?`}
      act={(anyway) => actions.deleteDestination(id, anyway)}
      onDone={async () => {
        await store.invalidate(queries.destinations().key)
        navigate(to('destinations'))
      }}
    >
      Its routes are deleted too. This cannot be undone.
    </RemoveButton>
  )
}

/** Shows the signing secret on request; it is not kept after it is hidden. */
function SigningSecret({
  destination: { id, formerKeyUntil },
}: {
  destination: Schemas['Destination']
}) {
  const { actions, queries, store } = useProject()
  const [secret, setSecret] = useState<string>()
  const [isRotating, setIsRotating] = useState(false)
  const reveal = useAction(
    () => actions.revealSecrets(id),
    (secrets) => setSecret(secrets?.webhookSigningKey),
  )

  return (
    <div className="card stack">
      <p className="muted">
        Receivers verify messages with this secret. Anyone who has it can forge messages.
      </p>
      {reveal.error && <ProblemMessage error={reveal.error} />}
      <div className="row" aria-live="polite">
        {secret && <CopyableId what="signing secret">{secret}</CopyableId>}
        {secret ? (
          <Button onClick={() => setSecret(undefined)}>Hide</Button>
        ) : (
          <Button changes isBusy={reveal.isRunning} onClick={() => void reveal.run()}>
            Reveal signing secret
          </Button>
        )}
        <Button changes onClick={() => setIsRotating(true)}>
          {' '}
          Rotate secret{' '}
        </Button>
      </div>
      {formerKeyUntil && (
        <p>
          The previous secret also signs messages until <ExactTime at={formerKeyUntil} />.
        </p>
      )}
      {isRotating && (
        <Confirm
          title="Rotate signing secret?"
          doIt="Rotate"
          act={async () => {
            const secrets = await actions.rotateSecrets(id)
            setSecret(secrets?.webhookSigningKey)
            await store.invalidate(queries.destination(id).key)
          }}
          onClose={() => setIsRotating(false)}
        >
          For 24 hours, messages are signed with both the new and the current secret. Update your
          receivers before then.
        </Confirm>
      )}
    </div>
  )
}
