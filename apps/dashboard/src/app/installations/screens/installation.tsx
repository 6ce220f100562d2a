import { useEffect } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { SignInLink } from '../../connections/sign-in-link.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { Link, navigate, useSearchParam } from '../../router.tsx'
import { Badge, Status } from '../../ui/badge.tsx'
import { Yaml } from '../../ui/code/code.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { HealthBadge, HealthNotice } from '../../ui/health.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { inReadingOrder } from '../../ui/list/in-reading-order.ts'
import { IntegrationLink } from '../../integrations/integration-link.tsx'
import { nameOfAccount } from '../name-of-account.ts'
import { EmptyReadsNote } from '../empty-reads-note.tsx'
import { CustomFieldsScreen } from './custom-fields.tsx'
import { ObjectsSection } from './objects.tsx'

type InstallationRecord = Schemas['Installation']
const everyMs = 5_000

/** Shows an installation. Its address may name the customer instead of the installation. */
export function InstallationScreen({ integrationId, id }: { integrationId: string; id: string }) {
  return id.startsWith('inst_') ? (
    <InstallationPage integrationId={integrationId} id={id} />
  ) : (
    <InstallationOfCustomer integrationId={integrationId} groupRef={id} />
  )
}

/** Finds the customer's installation of an integration, named by ID or name, and opens it. */
function InstallationOfCustomer({
  integrationId,
  groupRef,
}: {
  integrationId: string
  groupRef: string
}) {
  const { queries, to } = useProject()
  const result = useList(queries.installationsOf(integrationId, { groupRef }), { atFirst: 1 })
  const [found] = result.data ?? []
  useEffect(() => {
    if (!found) return
    const params = { integration: found.integrationId, installation: found.id }
    navigate(to('installation', params), { replace: true })
  }, [found, to])

  return (
    <DashboardPage title={groupRef} parent={{ title: 'Installations', to: to('installations') }}>
      <Loaded result={result}>
        {() =>
          !found && (
            <Empty title="Not installed">
              The customer {groupRef} has not installed the integration {integrationId}.
            </Empty>
          )
        }
      </Loaded>
    </DashboardPage>
  )
}

function InstallationPage({ integrationId, id }: { integrationId: string; id: string }) {
  const { queries, to } = useProject()
  const result = useQuery(queries.installation(integrationId, id), { everyMs })
  const group = result.data?.group ?? result.data?.connection.group
  const [tab] = useSearchParam('tab')

  return (
    <DashboardPage
      title={[
        group?.groupName || group?.groupRef || 'Installation',
        result.data && nameOfAccount(result.data),
      ]
        .filter(Boolean)
        .join(' · ')}
      parent={{ title: 'Installations', to: to('installations') }}
      badge={result.data && <HealthBadge of={result.data.health} />}
      actions={
        result.data && (
          <OnDemand
            name="installation-actions.tsx"
            load={() => import('./installation-actions.tsx')}
          >
            {({ InstallationActions }) =>
              result.data && (
                <InstallationActions
                  installation={result.data}
                  isLinkOffered={needsLink(result.data)}
                />
              )
            }
          </OnDemand>
        )
      }
    >
      <Loaded result={result}>
        {(installation) => (
          <>
            <HealthNotice of={installation.health}>
              <WhereToLook installation={installation} />
            </HealthNotice>
            <InstallationTabs of={installation} open={tab} />
            {tab === 'configuration' ? (
              <ConfigurationTab installation={installation} />
            ) : tab === 'records' ? (
              <OnDemand name="records.tsx" load={() => import('./records.tsx')}>
                {({ RecordsTab }) => <RecordsTab installation={installation} />}
              </OnDemand>
            ) : tab === 'statistics' ? (
              <OnDemand name="hours.tsx" load={() => import('../../notifications/hours.tsx')}>
                {({ HourlyChart }) => <HourlyChart of={{ installationId: installation.id }} />}
              </OnDemand>
            ) : (
              <OverviewTab installation={installation} />
            )}
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

const tabs = {
  '': 'Overview',
  records: 'Records',
  statistics: 'Statistics',
  configuration: 'Configuration',
}

function InstallationTabs({ of, open }: { of: InstallationRecord; open: string }) {
  const { to } = useProject()
  const params = { integration: of.integrationId, installation: of.id }
  return (
    <nav aria-label="Installation" className="tabs">
      {Object.entries(tabs).map(([tab, title]) => (
        <Link
          key={tab}
          to={to('installation', { ...params, tab })}
          className="nav-link"
          aria-current={tab === open ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

function OverviewTab({ installation }: { installation: InstallationRecord }) {
  const { to } = useProject()
  const { integrationId, id } = installation
  return (
    <>
      <Section title="Objects">
        <ObjectsSection installation={installation} />
      </Section>
      <AboutInstallation installation={installation} />
      <Section
        title="Activity"
        aside={
          <span className="badges">
            <Link to={to('operations', { installation: id })}>Operations</Link>
            <Link to={to('logs', { installation: id })}>Logs</Link>
            <Link to={to('deliveries', { installation: id })}>Deliveries</Link>
          </span>
        }
      >
        <OnDemand name="timeline.tsx" load={() => import('../timeline.tsx')}>
          {({ Timeline }) => <Timeline integrationId={integrationId} id={id} />}
        </OnDemand>
        <p className="hint">
          <EmptyReadsNote />
        </p>
      </Section>
    </>
  )
}

const ConfigurationTab = ({ installation }: { installation: InstallationRecord }) => (
  <>
    <Section title="Configuration">
      <Yaml label="Configuration" value={inReadingOrder(installation.config.content)} />
    </Section>
    <Section title="Custom fields">
      <CustomFieldsScreen integrationId={installation.integrationId} id={installation.id} />
    </Section>
  </>
)

/** Whether a new sign-in is the remedy. */
const needsLink = ({ connection, health }: InstallationRecord): boolean =>
  health.state !== 'healthy' &&
  health.state !== 'paused' &&
  connection.health.state === 'needsSignIn'

/** Links from an unhealthy installation to where its cause is repaired or recorded. */
function WhereToLook({ installation }: { installation: InstallationRecord }) {
  const { to } = useProject()
  const { id, connection, health } = installation
  if (health.state === 'paused') return null
  return needsLink(installation) ? (
    <SignInLink connection={connection} label="Send sign-in link" />
  ) : (
    <Link className="button" to={to('logs', { installation: id, severity: 'error' })}>
      View errors
    </Link>
  )
}

const ways = {
  push: 'by webhook',
  pull: 'by event stream',
  poll: 'polled every few minutes',
} as const

/** Shows how subscribed changes arrive, or why they do not. */
function Changes({ of }: { of: NonNullable<InstallationRecord['subscription']> }) {
  const { state, health, delivery, error, lastEventTime } = of
  const isSetUp = state !== 'pending' || health.state !== 'healthy'
  return (
    <>
      <span className="badges">
        {isSetUp ? <HealthBadge of={health} /> : <Status of={state} />}
        {ways[delivery]}
      </span>
      {error && <span className="sub">{error}</span>}
      {lastEventTime && (
        <span className="sub">
          Last change <Time at={lastEventTime} />
        </span>
      )}
    </>
  )
}

function AboutInstallation({ installation }: { installation: InstallationRecord }) {
  const { to } = useProject()
  const providerName = useProviderNames()
  const { connection, integrationId, group = connection.group } = installation

  return (
    <Facts
      of={{
        Integration: <IntegrationLink id={integrationId} />,
        Connection: (
          <span className="badges">
            <Link to={to('connection', { connection: connection.id })}>
              {providerName(connection.provider)}
            </Link>
            <HealthBadge of={connection.health} />
          </span>
        ),
        Changes: installation.subscription && <Changes of={installation.subscription} />,
        Customer: <CustomerLink of={group} />,
        Account: installation.instance && (
          <CopyableId what="instance">{installation.instance}</CopyableId>
        ),
        Consumer: connection.consumer.consumerName || connection.consumer.consumerRef,
        'Support access': <SupportAccess isOn={installation.supportAccess === true} />,
        Installed: <Time at={installation.createTime} />,
        Changed: installation.updateTime && <Time at={installation.updateTime} />,
        ID: <CopyableId>{installation.id}</CopyableId>,
      }}
    />
  )
}

/** Whether the customer lets the team view records, and how to ask for it. */
const SupportAccess = ({ isOn }: { isOn: boolean }) =>
  isOn ? (
    <>
      <Badge tone="good">On</Badge>
      <span className="sub">Delivered records can be viewed</span>
    </>
  ) : (
    <>
      <Badge>Off</Badge>
      <span className="sub">The customer can turn it on under Manage in your product</span>
    </>
  )
