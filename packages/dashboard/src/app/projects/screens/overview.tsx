import { useState, type ReactNode } from 'react'
import { useProject } from '../../context.tsx'
import { useList, useQuery, type ListResult } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import type { RoutePath } from '../../routes.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/format.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { HealthBadge, HealthCell } from '../../ui/health.tsx'
import { Table } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { byHealth, healthTones, healthWords, needsSomebody, type Schemas } from '@platform/client'
import { DeliveryList } from '../../notifications/delivery-list.tsx'
import { LastDaySummary } from '../../notifications/last-day.tsx'

const everyMs = 5_000

/** Shows the health of the project at a glance. */
export function Overview() {
  const { queries, to } = useProject()
  const providerName = useProviderNames()
  const project = useQuery(queries.project())
  const installations = useList(queries.installations(), { atFirst: 200, everyMs })
  const connections = useList(queries.connections(), { atFirst: 200, everyMs })
  const failing = useList(queries.deliveries({ status: 'failing' }), { atFirst: 200, everyMs })
  const destinations = useList(queries.destinations(), { atFirst: 200, everyMs })
  const latest = useList(queries.deliveries({}), { atFirst: 8, everyMs })
  // Whoever completes the last step sees all steps once more.
  const [isNew, setIsNew] = useState(false)
  if (!isNew && installations.data?.length === 0) setIsNew(true)
  // Changes only with a deployment.
  const integrations = useList(queries.integrations(), {
    atFirst: 200,
    everyMs: isNew ? everyMs : undefined,
  })

  return (
    <Page title={project.data?.appName ?? 'Overview'} tab="Overview" intro="Project health">
      {isNew && (
        <OnDemand name="getting-started.tsx" load={() => import('./getting-started.tsx')}>
          {({ GettingStarted }) => (
            <GettingStarted hasInstalled={Boolean(installations.data?.length)} />
          )}
        </OnDemand>
      )}
      <ul className="tiles">
        <Tile title="Integrations" to={to('integrations')} list={integrations} />
        <Tile
          title="Installations"
          to={to('installations')}
          list={installations}
          isBad={({ health }) => health.state !== 'healthy'}
          toneOf={({ health }) => healthTones[health.state]}
          bad={unwell}
          good="All healthy"
        />
        <Tile
          title="Connections"
          to={to('connections')}
          list={connections}
          isBad={({ health }) => health.state !== 'healthy'}
          toneOf={({ health }) => healthTones[health.state]}
          bad={unwell}
          good="All healthy"
        />
        <Tile
          title="Failed deliveries"
          to={to('deliveries', { status: 'failing' })}
          list={failing}
          isBad={() => true}
          toneOf={({ status }) => (status === 'failed' ? 'bad' : 'warning')}
          bad={(rows, more) => {
            const failed = rows.filter(({ status }) => status === 'failed')
            return failed.length > 0
              ? `${formatCount(failed.length)}${more} failed`
              : `${formatCount(rows.length)}${more} retrying`
          }}
          none="None"
        />
      </ul>

      {latest.data?.length !== 0 && (
        <OnDemand name="hours.tsx" load={() => import('../../notifications/hours.tsx')}>
          {({ HourlyChart }) => <HourlyChart />}
        </OnDemand>
      )}

      <Section title="Installations" aside={<Link to={to('installations')}>View all</Link>}>
        <Loaded result={installations}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No installations yet">
                An installation appears when a customer installs an integration in your product.
              </Empty>
            ) : (
              <ul className="cards">
                {rows
                  .toSorted(byHealth)
                  .slice(0, 6)
                  .map((installation) => (
                    <li key={installation.id} className="card card-link">
                      <div className="card-title">
                        <Link
                          to={to('installation', {
                            integration: installation.integrationId,
                            installation: installation.id,
                          })}
                        >
                          <Name>
                            {installation.group?.groupName ??
                              installation.connection.group.groupName}
                          </Name>
                        </Link>
                        <HealthBadge of={installation.health} />
                      </div>
                      <p className="muted">
                        <Name>
                          {`${installation.integrationName} · ${providerName(installation.connection.provider)}`}
                        </Name>
                      </p>
                      <p className="hint">
                        Last read <Time at={lastRun(installation.objects)} otherwise="not yet" />
                      </p>
                    </li>
                  ))}
              </ul>
            )
          }
        </Loaded>
      </Section>

      <Section title="Destinations" aside={<Link to={to('destinations')}>View all</Link>}>
        <Loaded result={destinations}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No destinations yet" />
            ) : (
              <div className="list">
                <Table
                  caption="Destinations"
                  rows={rows.toSorted(byHealth).slice(0, 6)}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      title: 'Name',
                      render: ({ id, name }) => (
                        <Link to={to('destination', { destination: id })}>
                          <Name>{name}</Name>
                        </Link>
                      ),
                    },
                    { title: 'Health', render: ({ health }) => <HealthCell of={health} /> },
                    {
                      title: 'Last 24 hours',
                      render: ({ lastDay }) => <LastDaySummary of={lastDay} />,
                    },
                  ]}
                />
              </div>
            )
          }
        </Loaded>
      </Section>

      <Section title="Latest deliveries" aside={<Link to={to('deliveries')}>View all</Link>}>
        <DeliveryList result={{ ...latest, hasMore: false }} />
      </Section>
    </Page>
  )
}

interface TileProps<Row> {
  title: string
  to: RoutePath
  list: ListResult<Row>
  isBad?: (row: Row) => boolean
  /** Severity of a bad row; critical by default. */
  toneOf?: (row: Row) => Tone
  /** Describes the bad rows; `more` if there are others that have not been loaded. */
  bad?: (rows: Row[], more: string) => string
  /** Text if all rows of a complete list are good. */
  good?: string
  none?: string
}

/** Counts rows that need attention; if none do, counts those with the worst health. */
function unwell(rows: { health: Schemas['Health'] }[], more: string): string {
  const urgent = rows.filter(({ health }) => needsSomebody(health))
  if (urgent.length > 0) return `${formatCount(urgent.length)}${more} unhealthy`
  const state = rows.toSorted(byHealth)[0]?.health.state ?? 'healthy'
  const alike = rows.filter(({ health }) => health.state === state)
  return `${formatCount(alike.length)}${more} ${healthWords[state].toLowerCase()}`
}

/** Shows a count, and whether any of the counted rows are bad. */
function Tile<Row>({ title, to, list, isBad, toneOf, bad, good, none }: TileProps<Row>) {
  const more = list.hasMore ? '+' : ''
  const amiss = (isBad && list.data?.filter(isBad)) ?? []
  const tone = toneOf && !amiss.some((row) => toneOf(row) === 'bad') ? 'warning' : 'bad'
  let state: ReactNode
  if (list.error) state = <Badge tone="bad">{list.data ? 'Out of date' : 'Unknown'}</Badge>
  else if (amiss.length > 0) {
    state = <Badge tone={tone}>{bad?.(amiss, more)}</Badge>
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

const lastRun = (objects: Record<string, { lastRunTime?: string }>) =>
  Object.values(objects)
    .map((object) => object.lastRunTime)
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1)
