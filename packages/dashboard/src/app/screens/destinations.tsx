import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useList } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

export function Destinations() {
  const { queries, to } = useProject()
  const destinations = useList(queries.destinations(), { everyMs: 10_000 })

  return (
    <Page title="Destinations" intro="Where records and notifications are delivered.">
      <List
        caption="Destinations"
        result={destinations}
        keyOf={(destination) => destination.id}
        empty={
          <Empty title="Nothing is delivered anywhere yet">
            Create a destination by the API: a webhook, a stream, object storage or a log.
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            render: ({ id, name }) => <Link to={to('destinations', id)}>{name}</Link>,
          },
          { title: 'Type', render: ({ type }) => typeNames[type] },
          {
            title: 'Delivers to',
            render: (destination) => <code>{addressOf(destination)}</code>,
          },
          {
            title: 'Status',
            render: ({ status, disabledReason }) => (
              <>
                <Status of={status} />
                {disabledReason && <span className="sub">{disabledReason}</span>}
              </>
            ),
          },
          { title: 'Created', render: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
    </Page>
  )
}

export const typeNames: Record<Schemas['DestinationType'], string> = {
  webhook: 'Webhook',
  kinesis: 'Kinesis stream',
  s3: 'Object storage',
  log: 'Log',
}

/** Where a destination delivers to, by what its type goes. */
export function addressOf({ type, metadata }: Schemas['Destination']): string {
  const address = {
    webhook: metadata.url,
    kinesis: metadata.streamName,
    s3: metadata.bucket,
    log: metadata.endpointUrl ?? 'The log of the server',
  }[type]
  return address ?? '—'
}
