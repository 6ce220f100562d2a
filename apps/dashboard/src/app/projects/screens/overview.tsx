import { useState, type ReactNode } from 'react'
import { useProject } from '../../context.tsx'
import { useList, useQuery, type ListResult } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import type { RoutePath } from '../../routes.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { summarizeHealth } from '../../ui/health.tsx'
import { OnDemand, preloadModule } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { describeTroubles, healthTones, needsSomebody, type Schemas } from '@platform/client'
import { ConnectProblems } from '../../provider-apps/connect-problems.tsx'
import { AttentionList } from '../attention-list.tsx'
import { listAttention } from '../attention.ts'
import { overviewLists } from '../overview-lists.ts'
import { DeliveryList } from '../../notifications/delivery-list.tsx'

const everyMs = 5_000

const loadGettingStarted = () => import('./getting-started.tsx')
const loadHourlyChart = () => import('../../notifications/hours.tsx')
const loadMonthlyUsage = () => import('../../notifications/usage.tsx')
// While the data is loading that decides which of them are shown.
preloadModule('getting-started.tsx', loadGettingStarted)
preloadModule('hours.tsx', loadHourlyChart)
preloadModule('usage.tsx', loadMonthlyUsage)
const dayMs = 86_400_000

/** Reports whether the project is being set up: until the records of its first customer arrive. */
const isBeingSetUp = (
  [first, ...others]: readonly Schemas['Installation'][],
  firstRecords: Schemas['Delivery'] | undefined,
) =>
  !first ||
  (others.length === 0 && !firstRecords && Date.now() - Date.parse(first.createTime) < dayMs)

/** Shows whether the project is healthy and, if not, what to repair first. */
export function Overview() {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const project = useQuery(queries.project())
  const lists = overviewLists(queries)
  const installations = useList(lists.installations.of, { ...lists.installations, everyMs })
  const connections = useList(lists.connections.of, { ...lists.connections, everyMs })
  const failing = useList(lists.failing.of, { ...lists.failing, everyMs })
  const destinations = useList(lists.destinations.of, { ...lists.destinations, everyMs })
  const latest = useList(lists.latest.of, { ...lists.latest, everyMs })
  // Whoever completes the last step sees all steps once more.
  const [isNew, setIsNew] = useState(false)
  const firstRecords = latest.data?.find(
    ({ status, numRecords = 0 }) => status === 'delivered' && numRecords > 0,
  )
  if (!isNew && latest.data && installations.data && isBeingSetUp(installations.data, firstRecords))
    setIsNew(true)
  // Changes only with a deployment.
  const integrations = useList(lists.integrations.of, {
    ...lists.integrations,
    everyMs: isNew ? everyMs : undefined,
  })
  const isKnown = Boolean(
    installations.data && connections.data && destinations.data && failing.data,
  )
  const failed = failing.data?.filter(({ status }) => status === 'failed') ?? []
  const troubles = listAttention(
    {
      installations: installations.data ?? [],
      connections: connections.data ?? [],
      destinations: destinations.data ?? [],
    },
    providerName,
  )

  return (
    <DashboardPage title={project.data?.appName ?? 'Overview'} tab="Overview">
      {!isNew && isKnown && <StateLine {...describeTroubles(troubles, failed.length)} />}
      {isNew && (
        <OnDemand name="getting-started.tsx" load={loadGettingStarted}>
          {({ GettingStarted }) => (
            <GettingStarted
              hasInstalled={Boolean(installations.data?.length)}
              firstRecords={firstRecords}
            />
          )}
        </OnDemand>
      )}
      <ConnectProblems />
      {troubles.length + failed.length > 0 && (
        <AttentionList troubles={troubles} failed={failed.length} />
      )}
      <ul className="tiles">
        <Tile title="Integrations" to={to('integrations')} list={integrations} />
        <Tile
          title="Installations"
          to={to(
            'installations',
            installations.data?.some(({ health }) => needsSomebody(health))
              ? { health: 'unhealthy' }
              : worstFirst(installations.data),
          )}
          list={installations}
          isBad={({ health }) => health.state !== 'healthy'}
          toneOf={({ health }) => healthTones[health.state]}
          bad={summarizeHealth}
          good="All healthy"
        />
        <Tile
          title="Connections"
          to={to('connections', worstFirst(connections.data))}
          list={connections}
          isBad={({ health }) => health.state !== 'healthy'}
          toneOf={({ health }) => healthTones[health.state]}
          bad={summarizeHealth}
          good="All healthy"
        />
        <Tile
          title="Undelivered"
          to={to('deliveries', { status: 'failing' })}
          list={failing}
          isBad={() => true}
          toneOf={({ status }) => (status === 'failed' ? 'bad' : 'warning')}
          bad={(rows, hasMore) => {
            const more = hasMore ? '+' : ''
            return failed.length > 0
              ? `${formatCount(failed.length)}${more} failed`
              : `${formatCount(rows.length)}${more} retrying`
          }}
          none="None"
        />
      </ul>

      {latest.data?.length !== 0 && (
        <OnDemand name="hours.tsx" load={loadHourlyChart} shape="cards">
          {({ HourlyChart }) => <HourlyChart />}
        </OnDemand>
      )}
      {latest.data?.length !== 0 && (
        <OnDemand name="usage.tsx" load={loadMonthlyUsage}>
          {({ MonthlyUsage }) => <MonthlyUsage />}
        </OnDemand>
      )}

      <Section title="Latest deliveries" aside={<Link to={to('deliveries')}>View all</Link>}>
        <DeliveryList result={{ ...latest, hasMore: false }} />
      </Section>
    </DashboardPage>
  )
}

/** Sorts a list by health, if anything in it is unhealthy. */
const worstFirst = (rows: readonly { health: Schemas['Health'] }[] = []): { sort?: string } =>
  rows.some(({ health }) => health.state !== 'healthy') ? { sort: 'health' } : {}

const stateIcons = { good: 'ok', warning: 'warning', bad: 'alert' } as const

function StateLine({ tone, text }: { tone: Tone; text: string }) {
  const icon = tone === 'good' || tone === 'warning' ? stateIcons[tone] : stateIcons.bad
  return (
    <p className="state-line" data-tone={tone}>
      <Icon name={icon} />
      {text}
    </p>
  )
}

interface TileProps<Row> {
  title: string
  to: RoutePath
  list: ListResult<Row>
  isBad?: (row: Row) => boolean
  /** Severity of a bad row; critical by default. */
  toneOf?: (row: Row) => Tone
  /** Describes the bad rows; `hasMore` if there are others that have not been loaded. */
  bad?: (rows: Row[], hasMore: boolean) => string
  /** Text if all rows of a complete list are good. */
  good?: string
  none?: string
}

/** Shows a count, and whether any of the counted rows are bad. */
function Tile<Row>({ title, to, list, isBad, toneOf, bad, good, none }: TileProps<Row>) {
  const more = list.hasMore ? '+' : ''
  const amiss = (isBad && list.data?.filter(isBad)) ?? []
  const tone = toneOf && !amiss.some((row) => toneOf(row) === 'bad') ? 'warning' : 'bad'
  let state: ReactNode
  if (list.error) state = <Badge tone="bad">{list.data ? 'Out of date' : 'Unknown'}</Badge>
  else if (amiss.length > 0) {
    state = <Badge tone={tone}>{bad?.(amiss, list.hasMore)}</Badge>
  } else if (list.data) {
    const well = list.data.length === 0 ? none : list.hasMore ? undefined : good
    if (well) state = <Badge tone="good">{well}</Badge>
  }

  return (
    <li className="card card-link tile">
      <Link to={to}>{title}</Link>
      <span className="tile-count">
        {list.data ? formatCount(list.data.length) + more : list.error ? '?' : '…'}
      </span>
      {state}
    </li>
  )
}
