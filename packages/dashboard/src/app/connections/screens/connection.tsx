import { useProject } from '../../context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Yaml } from '../../ui/code.tsx'
import { Id } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { providerName } from '../../ui/format.ts'
import { HealthBadge, HealthNotice } from '../../ui/health.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

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
      badge={result.data && <HealthBadge of={result.data.health} />}
    >
      <Loaded result={result}>
        {(connection) => (
          <>
            <HealthNotice of={connection.health} />
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
