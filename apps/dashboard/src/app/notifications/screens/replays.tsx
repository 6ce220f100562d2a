import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount, words } from '../../ui/format.ts'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { useDestinationName, useDestinationNames } from '../delivery-list.tsx'

/** Lists replays with their progress. */
export function Replays() {
  const { queries, actions, store, to } = useProject()
  const replays = useList(queries.replays(), { everyMs: 2_000 })
  const names = useDestinationNames()
  const nameDestination = useDestinationName()
  const [isStarting, setIsStarting] = useState(false)
  const refresh = () => store.invalidate(queries.replays().key)
  const cancel = useAction((id: string) => actions.cancelReplay(id), refresh)

  return (
    <DashboardPage
      title="Replays"
      intro="Send past deliveries again, with their original IDs and at a limited rate."
      parent={{ title: 'Deliveries', to: to('deliveries') }}
      actions={
        <Button changes tone="primary" onClick={() => setIsStarting(true)}>
          Replay
        </Button>
      }
    >
      {isStarting && (
        <OnDemand name="start-replay.tsx" load={() => import('./start-replay.tsx')}>
          {({ StartReplay }) => (
            <StartReplay
              destinations={[...names]}
              onStarted={refresh}
              onClose={() => setIsStarting(false)}
            />
          )}
        </OnDemand>
      )}
      {cancel.error && <ProblemMessage error={cancel.error} />}
      <List
        caption="Replays"
        result={replays}
        keyOf={(replay) => replay.id}
        empty={<Empty title="No replays yet">Start a replay to send past deliveries again.</Empty>}
        columns={[
          {
            title: 'Deliveries',
            render: (replay) => <What of={replay} nameDestination={nameDestination} />,
          },
          { title: 'Status', render: ({ status }) => <Status of={status} /> },
          {
            title: 'Replayed',
            render: ({ replayed, total, status }) =>
              [
                formatCount(replayed),
                total !== undefined && ` of ${formatCount(total)}`,
                total === undefined && status === 'running' && ', counting…',
              ]
                .filter(Boolean)
                .join(''),
            align: 'end',
          },
          { title: 'Started', render: ({ createTime }) => <Time at={createTime} /> },
          {
            title: 'Actions',
            align: 'end',
            render: ({ id, status }) =>
              status === 'running' && (
                <Button changes onClick={() => void cancel.run(id)}>
                  Cancel
                </Button>
              ),
          },
        ]}
      />
    </DashboardPage>
  )
}

interface WhatProps {
  of: Schemas['Replay']
  nameDestination: (id: string) => string
}

const aMomentMs = 60_000

function What({ of: { filter, createTime }, nameDestination }: WhatProps) {
  const { status, destinationId, eventTypes, from } = filter
  // Without an end, a replay includes everything until it was started, by the server's clock.
  const isBounded = Date.parse(filter.to ?? createTime) < Date.parse(createTime) - aMomentMs
  return (
    <>
      {words(status)}
      {destinationId && ` to ${nameDestination(destinationId)}`}
      {eventTypes && <span className="sub">{eventTypes.join(', ')}</span>}
      {from && (
        <span className="sub">
          Since <Time at={from} />
        </span>
      )}
      {isBounded && (
        <span className="sub">
          Until <Time at={filter.to} />
        </span>
      )}
    </>
  )
}
