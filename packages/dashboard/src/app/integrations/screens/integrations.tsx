import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { List } from '../../ui/list.tsx'
import { Name } from '../../ui/name.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Abilities } from '../abilities.tsx'

export function Integrations() {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const integrations = useList(queries.integrations())

  return (
    <Page title="Integrations" intro="What your customers can install, as platform.yaml says.">
      <List
        caption="Integrations"
        result={integrations}
        keyOf={(integration) => integration.id}
        empty={
          <Empty title="No integration is deployed yet">
            Write a <code>platform.yaml</code> and deploy it with <code>platform deploy</code>, the
            command of <code>@platform/cli</code>. <Link to={to('settings')}>Settings</Link> tell
            how to install it.
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            render: ({ name }) => (
              <Link to={to('integration', { integration: name })}>
                <Name>{name}</Name>
              </Link>
            ),
          },
          { title: 'Provider', render: ({ provider }) => providerName(provider) },
          {
            title: 'Does',
            render: ({ latestRevision }) => <Abilities content={latestRevision.content} />,
          },
          {
            title: 'Deployed',
            render: ({ latestRevision }) => <Time at={latestRevision.createTime} />,
          },
        ]}
      />
    </Page>
  )
}
