import { healthTones, type Schemas } from '@platform/client'
import { useDashboard, useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link, navigate } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { takesProviderApp } from '../../provider-apps/takes-provider-app.ts'
import { ProviderNotices } from '../../providers/provider-notices.tsx'
import { catalogueEntryQuery } from '../../providers/queries.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { summarizeHealth } from '../../ui/health.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { RemoveButton } from '../../ui/form/remove-button.tsx'
import { Time } from '../../ui/time.tsx'
import { CreateConnectLink } from '../../connect-links/create-connect-link.tsx'
import { InstallationList } from '../../installations/installation-list.tsx'
import { Abilities } from '../abilities.tsx'
import { Definition } from './definition.tsx'

export function IntegrationScreen({ idOrName }: { idOrName: string }) {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const result = useQuery(queries.integration(idOrName))

  return (
    <DashboardPage
      title={result.data?.name ?? idOrName}
      parent={{ title: 'Integrations', to: to('integrations') }}
      badge={result.data && <IntegrationHealth integrationId={result.data.id} />}
      actions={
        result.data && (
          <>
            <CreateConnectLink integration={result.data.name} />
            <Delete integration={result.data} />
          </>
        )
      }
    >
      <Loaded result={result}>
        {(integration) => (
          <>
            <IntegrationNotices integration={integration} />
            <Facts
              of={{
                Provider: providerName(integration.provider),
                Capabilities: <Abilities content={integration.latestRevision.content} />,
                'Latest revision': <CopyableId>{integration.latestRevision.id}</CopyableId>,
                Deployed: <Time at={integration.latestRevision.createTime} />,
                ID: <CopyableId>{integration.id}</CopyableId>,
              }}
            />
            <Section title="Installations">
              <IntegrationInstallations integrationId={integration.id} />
            </Section>
            <Section title="Revisions">
              <OnDemand name="revisions.tsx" load={() => import('./revisions.tsx')}>
                {({ Revisions }) => <Revisions integration={integration} />}
              </OnDemand>
            </Section>
            <Definition key={integration.id} integration={integration} />
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

/** Shows dated changes of the provider that affect objects of the integration. */
function IntegrationNotices({
  integration: { provider, latestRevision },
}: {
  integration: Schemas['Integration']
}) {
  const { client } = useDashboard()
  const { data } = useQuery(catalogueEntryQuery(client, provider))
  const { read, write, subscribe } = latestRevision.content
  const objects = [read, write, subscribe].flatMap((part) =>
    (part?.objects ?? []).map(({ objectName }) => objectName),
  )
  if (!data) return null
  return (
    <>
      {takesProviderApp(data) && <ProviderAppNotice provider={provider} />}
      <ProviderNotices of={data} objects={objects} />
    </>
  )
}

/** Warns that customers cannot connect: the project has no app of the provider. */
function ProviderAppNotice({ provider }: { provider: string }) {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const { data: apps, hasMore } = useList(queries.providerApps(), { atFirst: 1000 })
  if (!apps || hasMore || apps.some((app) => app.provider === provider)) return null
  return (
    <div className="notice" data-tone="bad">
      <div className="notice-text">
        <p>
          Customers cannot connect: the project has no provider app for {providerName(provider)}.
        </p>
      </div>
      <Link to={to('providerApps', { add: provider })}>Add provider app</Link>
    </div>
  )
}

function Delete({ integration: { id, name } }: { integration: Schemas['Integration'] }) {
  const { actions, queries, store, to } = useProject()
  return (
    <RemoveButton
      title={`Delete the integration “${name}”?`}
      act={(anyway) => actions.deleteIntegration(id, anyway)}
      onDone={async () => {
        await store.invalidate(queries.integrations().key)
        navigate(to('integrations'))
      }}
    >
      Its revisions are deleted too. This cannot be undone.
    </RemoveButton>
  )
}

/** Summarizes the health of the first page of installations. */
function IntegrationHealth({ integrationId }: { integrationId: string }) {
  const { queries } = useProject()
  const { data, hasMore } = useList(queries.installationsOf(integrationId))
  if (!data || data.length === 0) return null
  const isWell = data.every(({ health }) => health.state === 'healthy')
  if (isWell) return hasMore ? null : <Badge tone="good">All healthy</Badge>
  const tone = data.some(({ health }) => healthTones[health.state] === 'bad') ? 'bad' : 'warning'
  return <Badge tone={tone}>{summarizeHealth(data, hasMore)}</Badge>
}

function IntegrationInstallations({ integrationId }: { integrationId: string }) {
  const { queries } = useProject()
  return (
    <InstallationList isOfIntegration result={useList(queries.installationsOf(integrationId))} />
  )
}
