import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { List } from '../../ui/list/list.tsx'
import { Name } from '../../ui/name.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Abilities } from '../abilities.tsx'

export function IntegrationsScreen() {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const integrations = useList(queries.integrations())

  return (
    <DashboardPage
      title="Integrations"
      intro="Integrations your customers can install, declared in platform.yaml."
    >
      <List
        caption="Integrations"
        result={integrations}
        isCompact
        hasColumnPicker
        keyOf={(integration) => integration.id}
        empty={
          <Empty title="No integrations yet">
            Write a <code>platform.yaml</code> and deploy it with <code>platform deploy</code> from{' '}
            <code>@platform/cli</code>. See <Link to={to('settings')}>Settings</Link> for how to
            install the CLI.
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            sortBy: ({ name }) => name,
            render: ({ name }) => (
              <Link to={to('integration', { integration: name })}>
                <Name>{name}</Name>
              </Link>
            ),
          },
          {
            title: 'Provider',
            width: 'm',
            sortBy: ({ provider }) => providerName(provider),
            render: ({ provider }) => <Name>{providerName(provider)}</Name>,
          },
          {
            title: 'Capabilities',
            render: ({ latestRevision }) => <Abilities content={latestRevision.content} />,
          },
          {
            title: 'Deployed',
            width: 's',
            sortBy: ({ latestRevision }) => latestRevision.createTime,
            render: ({ latestRevision }) => <Time at={latestRevision.createTime} />,
          },
        ]}
      />
    </DashboardPage>
  )
}
