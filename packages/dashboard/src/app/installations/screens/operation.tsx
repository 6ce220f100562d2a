import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { Status } from '../../ui/badge.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Id } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Button } from '../../ui/button.tsx'
import { Pages } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { IntegrationLink } from '../../integrations/integration-link.tsx'
import { LogLine } from '../log-line.tsx'
import { Progress, titleOfOperation } from '../operation-parts.tsx'

const everyMs = 3_000

/** One run, with what it has to say. */
export function Operation({ id }: { id: string }) {
  const { queries, to } = useProject()
  const result = useQuery(queries.operation(id), { everyMs })
  const operation = result.data

  return (
    <Page
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
      actions={operation && mayCancel(operation) && <Cancel operation={operation} />}
    >
      <Loaded result={result}>
        {({ metadata, result: outcome, createTime, integrationId, ...rest }) => (
          <>
            <Facts
              of={{
                Customer: rest.groupRef && <CustomerLink of={rest} />,
                Progress: <Progress of={{ metadata, createTime, integrationId, ...rest }} />,
                Retries: metadata?.retry?.attempts || undefined,
                Started: <Time at={createTime} />,
                Integration: <IntegrationLink id={integrationId} />,
                ID: <Id>{id}</Id>,
              }}
            />
            {outcome && <p className="outcome">{outcome}</p>}
            <Section title="Log">
              <OperationLog operationId={id} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** A write goes on at the provider, whatever is said here. */
const mayCancel = ({ actionType, status }: Schemas['Operation']) =>
  actionType === 'read' && status === 'in_progress'

function Cancel({ operation }: { operation: Schemas['Operation'] }) {
  const { queries, actions, store } = useProject()
  const [isAsking, setIsAsking] = useState(false)
  const { id, integrationId, installationId } = operation
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Cancel the read</Button>
      {isAsking && (
        <Confirm
          title="Cancel this read?"
          doIt="Cancel the read"
          otherwise="Let it go on"
          act={async () => {
            await actions.cancelOperation(id)
            await Promise.all([
              store.invalidate(queries.operation(id).key),
              store.invalidate(queries.operations(integrationId, installationId).key),
            ])
          }}
          onClose={() => setIsAsking(false)}
        >
          It ends at its next page. After a cancelled backfill, scheduled reads go on with what has
          changed since it began; what is older is not read.
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
          <Empty title="It has said nothing yet" />
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
