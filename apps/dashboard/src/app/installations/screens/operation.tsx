import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link, navigate } from '../../router.tsx'
import { duration, words } from '../../ui/format.ts'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { Status } from '../../ui/badge.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Button } from '../../ui/button.tsx'
import { Pages } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { ExactTime, Time } from '../../ui/time.tsx'
import { IntegrationLink } from '../../integrations/integration-link.tsx'
import { byWhom } from '../by-whom.ts'
import { LogLine } from '../log-line.tsx'
import { Progress, titleOfOperation, mayCancel } from '../operation-parts.tsx'

const everyMs = 3_000

/** Shows one operation with its log. */
export function OperationScreen({ id }: { id: string }) {
  const { queries, to } = useProject()
  const result = useQuery(queries.operation(id), { everyMs })
  const operation = result.data

  return (
    <DashboardPage
      title={operation ? longTitle(operation) : 'Operation'}
      parent={
        operation
          ? {
              title: 'Installation',
              to: to('installation', {
                integration: operation.integrationId,
                installation: operation.installationId,
              }),
            }
          : { title: 'Installations', to: to('installations') }
      }
      badge={operation && <Status of={operation.status} />}
      actions={
        operation && (
          <>
            {mayCancel(operation) && <Cancel operation={operation} />}
            {mayRetry(operation) && <Retry operation={operation} />}
          </>
        )
      }
    >
      <Loaded result={result}>
        {({ metadata, result: outcome, createTime, integrationId, ...rest }) => (
          <>
            <Facts
              of={{
                Customer: rest.groupRef && <CustomerLink of={rest} />,
                Progress: <Progress of={{ metadata, createTime, integrationId, ...rest }} />,
                Mode: rest.mode && words(rest.mode),
                Window: rest.mode && <Window of={rest} />,
                Retries: metadata?.retry?.attempts || undefined,
                Started: <WhenByWhom at={createTime} by={rest.createdBy} />,
                Canceled: rest.canceledBy && (
                  <WhenByWhom at={rest.endTime ?? createTime} by={rest.canceledBy} />
                ),
                Duration:
                  rest.endTime && duration(Date.parse(rest.endTime) - Date.parse(createTime)),
                Deliveries: (
                  <Link to={to('deliveries', { operation: id, customer: rest.groupRef })}>
                    View deliveries
                  </Link>
                ),
                Integration: <IntegrationLink id={integrationId} />,
                ID: <CopyableId>{id}</CopyableId>,
              }}
            />
            {outcome && <p className="outcome">{outcome}</p>}
            <Section title="Log">
              <OperationLog operationId={id} />
            </Section>
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

const WhenByWhom = ({ at, by }: { at: string; by: string | undefined }) => (
  <>
    <Time at={at} /> {by && byWhom(by)}
  </>
)

/** Shows the period of changes that it reads. */
function Window({ of: { since, until } }: { of: Pick<Schemas['Operation'], 'since' | 'until'> }) {
  if (!since && !until) return 'All records'
  return (
    <>
      {since ? (
        <>
          From <ExactTime at={since} />
        </>
      ) : (
        'From the beginning'
      )}{' '}
      {until && (
        <>
          to <ExactTime at={until} />
        </>
      )}
    </>
  )
}

/** Failed and canceled reads can be repeated. */
const mayRetry = ({ actionType, status }: Schemas['Operation']) =>
  actionType === 'read' &&
  (status === 'failure' || status === 'incomplete' || status === 'canceled')

function Retry({ operation }: { operation: Schemas['Operation'] }) {
  const { actions, to } = useProject()
  const { integrationId, instance, metadata, groupRef = '', since, until } = operation
  const objectName = metadata?.objects?.[0] ?? ''
  const retry = useAction(
    () =>
      actions.readNow(
        { integrationId, objectName, instance },
        {
          groupRef,
          mode: 'async',
          ...(since && { sinceTimestamp: since }),
          ...(until && { untilTimestamp: until }),
        },
      ),
    ({ operationId }) => navigate(to('operation', { operation: operationId })),
  )
  return (
    <>
      <Button isBusy={retry.isRunning} onClick={() => void retry.run()}>
        Retry
      </Button>
      {retry.error && <ProblemMessage error={retry.error} />}
    </>
  )
}

function Cancel({ operation }: { operation: Schemas['Operation'] }) {
  const { queries, actions, store } = useProject()
  const [isAsking, setIsAsking] = useState(false)
  const { id, integrationId, installationId } = operation
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Cancel read</Button>
      {isAsking && (
        <Confirm
          title="Cancel this read?"
          doIt="Cancel read"
          otherwise="Keep running"
          act={async () => {
            await actions.cancelOperation(id)
            await Promise.all([
              store.invalidate(queries.operation(id).key),
              store.invalidate(queries.timeline(integrationId, installationId).key),
            ])
          }}
          onClose={() => setIsAsking(false)}
        >
          The read stops after the current page. After a canceled backfill, scheduled reads continue
          with records changed since the backfill started. Older records are not read.
        </Confirm>
      )}
    </>
  )
}

const longTitle = (operation: Schemas['Operation']) =>
  [titleOfOperation(operation), ...(operation.metadata?.objects ?? [])].join(' ')

function OperationLog({ operationId }: { operationId: string }) {
  const { queries } = useProject()
  const logs = useList(queries.logs(operationId), { atFirst: 100, everyMs })

  return (
    <Loaded result={logs}>
      {(lines) =>
        lines.length === 0 ? (
          <Empty title="No log entries yet" />
        ) : (
          <div className="list">
            <ol className="log">
              {lines.map((line, index) => (
                <LogLine key={`${line.timestamp} ${index}`} line={line} />
              ))}
            </ol>
            <Pages of={logs} />
          </div>
        )
      }
    </Loaded>
  )
}
