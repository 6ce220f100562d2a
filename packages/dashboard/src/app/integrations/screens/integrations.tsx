import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link, navigate } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Yaml } from '../../ui/code.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Id } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { providerName } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { inReadingOrder } from '../../ui/in-reading-order.ts'
import { InstallationList } from '../../installations/installation-list.tsx'
import { PreviewChange } from './preview-change.tsx'

type Content = Schemas['Revision']['content']

export function Integrations() {
  const { queries, to } = useProject()
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
            render: ({ name }) => <Link to={to('integration', { integration: name })}>{name}</Link>,
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

export function Integration({ idOrName }: { idOrName: string }) {
  const { queries, to } = useProject()
  const result = useQuery(queries.integration(idOrName))

  return (
    <Page
      title={result.data?.name ?? idOrName}
      parent={{ title: 'Integrations', to: to('integrations') }}
      actions={result.data && <Delete integration={result.data} />}
    >
      <Loaded result={result}>
        {(integration) => (
          <>
            <Facts
              of={{
                Provider: providerName(integration.provider),
                Does: <Abilities content={integration.latestRevision.content} />,
                'Latest revision': <Id>{integration.latestRevision.id}</Id>,
                Deployed: <Time at={integration.latestRevision.createTime} />,
                ID: <Id>{integration.id}</Id>,
              }}
            />
            <Section title="Definition">
              <Yaml
                label="Definition of the latest revision"
                value={inReadingOrder(integration.latestRevision.content)}
              />
            </Section>
            <PreviewChange key={integration.latestRevision.id} integration={integration} />
            <Section title="Installations">
              <InstallationsOf integrationId={integration.id} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Delete({ integration: { id, name } }: { integration: Schemas['Integration'] }) {
  const { actions, queries, store, to } = useProject()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Delete</Button>
      {isAsking && (
        <Confirm
          title={`Delete the integration “${name}”?`}
          doIt="Delete"
          act={async (anyway) => {
            await actions.deleteIntegration(id, anyway)
            await store.invalidate(queries.integrations().key)
            navigate(to('integrations'))
          }}
          onClose={() => setIsAsking(false)}
        >
          Its revisions go with it. This cannot be undone.
        </Confirm>
      )}
    </>
  )
}

function InstallationsOf({ integrationId }: { integrationId: string }) {
  const { queries } = useProject()
  return <InstallationList result={useList(queries.installationsOf(integrationId))} />
}

/** What an integration does, in a word each. */
function Abilities({ content }: { content: Content }) {
  const abilities = [
    content.read?.objects?.length && 'Read',
    content.write?.objects?.length && 'Write',
    content.subscribe?.objects?.length && 'Subscribe',
    content.proxy?.enabled && 'Proxy',
    content.watchSchema && 'Watch schema',
  ].filter((ability) => typeof ability === 'string')

  return (
    <span className="badges">
      {abilities.map((ability) => (
        <Badge key={ability}>{ability}</Badge>
      ))}
    </span>
  )
}
