import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { providerName } from '../../ui/format.ts'
import { HealthCell } from '../../ui/health.tsx'
import { List } from '../../ui/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

export function Connections() {
  const { queries, to } = useProject()
  const connections = useList(queries.connections(), { everyMs: 10_000 })

  return (
    <Page title="Connections" intro="The accounts at providers that your customers connected.">
      <List
        caption="Connections"
        result={connections}
        keyOf={(connection) => connection.id}
        empty={
          <Empty title="Nobody has connected an account yet">
            A connection appears when one of your customers signs in to a provider.
          </Empty>
        }
        columns={[
          {
            title: 'Customer',
            render: ({ id, group }) => (
              <>
                <Link to={to('connection', { connection: id })}>
                  {group.groupName || group.groupRef}
                </Link>
                {group.groupName !== group.groupRef && (
                  <span className="sub">{group.groupRef}</span>
                )}
              </>
            ),
          },
          {
            title: 'Provider',
            render: ({ provider, providerWorkspaceRef }) => (
              <>
                {providerName(provider)}
                {providerWorkspaceRef && <span className="sub">{providerWorkspaceRef}</span>}
              </>
            ),
          },
          {
            title: 'Connected by',
            render: ({ consumer }) => consumer.consumerName || consumer.consumerRef,
          },
          { title: 'Health', render: ({ health }) => <HealthCell of={health} /> },
          { title: 'Created', render: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
    </Page>
  )
}
