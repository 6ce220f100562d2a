import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { Status } from '../../ui/badge.tsx'
import { Yaml } from '../../ui/code.tsx'
import { Id } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { providerName } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { ConnectionTroubles } from './connection-troubles.tsx'

const retryTimeOf = ({ refusal, refreshFailure }: Schemas['Connection']) =>
  refusal ? refusal.retryTime : refreshFailure?.retryTime

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
            title: 'Group',
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
          { title: 'Status', render: ({ status }) => <Status of={status} /> },
          { title: 'Created', render: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
    </Page>
  )
}

export function Connection({ id }: { id: string }) {
  const { queries, to } = useProject()
  const result = useQuery(queries.connection(id))
  const group = result.data?.group

  return (
    <Page
      title={
        result.data
          ? `${providerName(result.data.provider)} · ${group?.groupName || group?.groupRef}`
          : 'Connection'
      }
      parent={{ title: 'Connections', to: to('connections') }}
      badge={result.data && <Status of={result.data.status} />}
    >
      <Loaded result={result}>
        {(connection) => (
          <>
            <ConnectionTroubles of={connection} />
            <Facts
              of={{
                Provider: providerName(connection.provider),
                Workspace: connection.providerWorkspaceRef,
                'Signed in by': connection.authScheme,
                Scopes: connection.oauth2AuthorizationCode?.scopes?.join(', '),
                Group: connection.group.groupRef,
                Consumer: connection.consumer.consumerName || connection.consumer.consumerRef,
                'Access token expires': connection.oauth2AuthorizationCode?.accessToken
                  ?.expiresAt && (
                  <Time at={connection.oauth2AuthorizationCode.accessToken.expiresAt} />
                ),
                'Refused since': connection.refusal && <Time at={connection.refusal.since} />,
                'Tried again': retryTimeOf(connection) && <Time at={retryTimeOf(connection)} />,
                Created: <Time at={connection.createTime} />,
                Changed: connection.updateTime && <Time at={connection.updateTime} />,
                ID: <Id>{connection.id}</Id>,
              }}
            />
            {connection.providerMetadata && Object.keys(connection.providerMetadata).length > 0 && (
              <Section title="What the provider told">
                <Yaml label="Metadata" value={connection.providerMetadata} />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
