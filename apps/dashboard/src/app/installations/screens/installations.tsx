import { healthStates, healthWords } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { useSearchParam } from '../../router.tsx'
import { Filters, SelectFilter } from '../../ui/list/filters.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { useServerSort } from '../../ui/list/sorting.tsx'
import { InstallationList } from '../installation-list.tsx'

const healthOptions = [
  ['unhealthy', 'Unhealthy'] as const,
  ...healthStates.toReversed().map((state) => [state, healthWords[state]] as const),
]

/** Lists installations. The filter is in the URL. */
export function Installations() {
  const { queries } = useProject()
  const [groupRef] = useSearchParam('customer')
  const [integrationId] = useSearchParam('integration')
  const [askedHealth] = useSearchParam('health')
  const [health] = healthOptions.find(([one]) => one === askedHealth) ?? []
  const filter = { ...(groupRef && { groupRef }), ...(health && { health }) }
  const sort = useServerSort({ Installed: 'createTime', Reference: 'groupRef' })
  const integrations = useList(queries.integrations(), { atFirst: 200 }).data ?? []
  const query = integrationId
    ? queries.installationsOf(integrationId, filter)
    : queries.installations({ ...filter, ...(sort && { sort }) })
  const installations = useList(query, { everyMs: 10_000 })

  return (
    <DashboardPage title="Installations" intro="Integrations installed by your customers.">
      <Filters label="Filter installations">
        <CustomerFilter />
        <SelectFilter
          label="Integration"
          name="integration"
          options={integrations.map(({ id, name }) => [id, name])}
        />
        <SelectFilter label="Health" name="health" options={healthOptions} />
      </Filters>
      <InstallationList
        workList={query}
        isServerSorted={!integrationId}
        result={installations}
        empty={
          groupRef || integrationId || health ? (
            <Empty title="No installations match these filters" />
          ) : undefined
        }
      />
    </DashboardPage>
  )
}
