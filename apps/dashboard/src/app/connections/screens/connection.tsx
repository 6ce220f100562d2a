import { useProject } from '../../context.tsx'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useList, useQuery } from '../../api/use-query.ts'
import { InstallationList } from '../../installations/installation-list.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { Yaml } from '../../ui/code/code.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { isOwnKey } from '../../own-keys.ts'
import { authTypeNames } from '../../providers/abilities.tsx'
import { words } from '../../ui/format.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { HealthBadge, HealthNotice } from '../../ui/health.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { SignInLink } from '../sign-in-link.tsx'

export function ConnectionScreen({ id }: { id: string }) {
  const { queries, actions, store, to } = useProject()
  const providerName = useProviderNames()
  const result = useQuery(queries.connection(id), { everyMs: 10_000 })
  const group = result.data?.group
  const refresh = useAction(async () => {
    try {
      await actions.refreshConnection(id)
    } finally {
      await Promise.all([
        store.invalidate(queries.connection(id).key),
        store.invalidate(queries.refreshes(id).key),
        store.invalidate(queries.installations({ groupRef: group?.groupRef ?? '' }).key),
      ])
    }
  })

  return (
    <DashboardPage
      title={
        result.data
          ? `${providerName(result.data.provider)} · ${group?.groupName || group?.groupRef}`
          : 'Connection'
      }
      parent={{ title: 'Connections', to: to('connections') }}
      badge={result.data && <HealthBadge of={result.data.health} />}
      actions={
        result.data && (
          <>
            {isRenewed(result.data) && (
              <Button isBusy={refresh.isRunning} onClick={() => void refresh.run()}>
                Refresh now
              </Button>
            )}
            {result.data.health.state !== 'needsSignIn' && <SignInLink connection={result.data} />}
          </>
        )
      }
    >
      {refresh.error && <ProblemMessage error={refresh.error} />}
      <Loaded result={result}>
        {(connection) => (
          <>
            <HealthNotice of={connection.health}>
              {connection.health.state === 'needsSignIn' && (
                <SignInLink connection={connection} label="Send sign-in link" />
              )}
            </HealthNotice>
            <Facts
              of={{
                Provider: providerName(connection.provider),
                Workspace: connection.providerWorkspaceRef,
                'Sign-in method': schemeInWords(connection.authScheme),
                Scopes: connection.oauth2AuthorizationCode?.scopes?.join(', '),
                Customer: <CustomerLink of={connection.group} />,
                Consumer: connection.consumer.consumerName || connection.consumer.consumerRef,
                'Access token expires': connection.status !== 'bad_credentials' &&
                  connection.tokenExpireTime && <Time at={connection.tokenExpireTime} />,
                Created: <Time at={connection.createTime} />,
                Changed: connection.updateTime && <Time at={connection.updateTime} />,
                ID: <CopyableId>{connection.id}</CopyableId>,
              }}
            />
            {connection.providerMetadata && Object.keys(connection.providerMetadata).length > 0 && (
              <Section title="Provider metadata">
                <Yaml label="Provider metadata" value={connection.providerMetadata} />
              </Section>
            )}
            <Section title="Installations">
              <ConnectionInstallations connection={connection} />
            </Section>
            {isRenewed(connection) && (
              <Section title="Token refreshes">
                <Refreshes connectionId={id} />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

/** Formats a scheme: `oauth2/authorizationCodePKCE` → `OAuth 2, authorization code with PKCE`. */
function schemeInWords(scheme: string): string {
  const [kind = '', grant] = scheme.split('/')
  const name = isOwnKey(authTypeNames, kind) ? authTypeNames[kind] : words(kind)
  return grant === undefined ? name : `${name}, ${grants[grant] ?? words(grant).toLowerCase()}`
}

const grants: Record<string, string> = {
  authorizationCode: 'authorization code',
  authorizationCodePKCE: 'authorization code with PKCE',
  clientCredentials: 'client credentials',
}

const isRenewed = ({ authScheme }: Schemas['Connection']) => authScheme.startsWith('oauth2/')

/** Lists the installations that use the connection. */
function ConnectionInstallations({
  connection: { id, group },
}: {
  connection: Schemas['Connection']
}) {
  const { queries } = useProject()
  const all = useList(queries.installations({ groupRef: group.groupRef }), {
    atFirst: 200,
    everyMs: 10_000,
  })
  return (
    <InstallationList
      isOfCustomer
      result={{ ...all, data: all.data?.filter(({ connection }) => connection.id === id) }}
      empty={
        <Empty title="No installations yet">
          The customer has connected but has not installed an integration yet.
        </Empty>
      }
    />
  )
}

function Refreshes({ connectionId }: { connectionId: string }) {
  const { queries } = useProject()
  return (
    <List
      caption="Token refreshes"
      result={useList(queries.refreshes(connectionId), { atFirst: 10 })}
      keyOf={({ id }) => id}
      empty={<Empty title="No token refreshes yet" />}
      columns={[
        { title: 'When', render: ({ time }) => <Time at={time} /> },
        {
          title: 'Outcome',
          render: ({ outcome, detail }) => (
            <>
              <Status of={outcome} />
              {detail && <span className="sub">{detail}</span>}
            </>
          ),
        },
      ]}
    />
  )
}
