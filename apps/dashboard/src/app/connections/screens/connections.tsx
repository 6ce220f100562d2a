import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { useSearchParam } from '../../router.tsx'
import { Filters, SelectFilter } from '../../ui/list/filters.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ConnectionList } from '../connection-list.tsx'

/** Lists connections. The filter is in the URL. */
export function Connections() {
  const { queries } = useProject()
  const providerName = useProviderNames()
  const [groupRef] = useSearchParam('customer')
  const [provider] = useSearchParam('provider')
  const filter = { ...(groupRef && { groupRef }), ...(provider && { provider }) }
  const query = queries.connections(filter)
  const integrations = useList(queries.integrations(), { atFirst: 200 }).data ?? []
  const providers = new Set([...integrations.map((one) => one.provider), provider])
  providers.delete('')

  return (
    <DashboardPage title="Connections" intro="Provider accounts connected by your customers.">
      <Filters label="Filter connections">
        <CustomerFilter />
        <SelectFilter
          label="Provider"
          name="provider"
          options={[...providers].map((one) => [one, providerName(one)])}
        />
      </Filters>
      <ConnectionList
        workList={query}
        result={useList(query, { everyMs: 10_000 })}
        empty={
          groupRef || provider ? <Empty title="No connections match these filters" /> : undefined
        }
      />
    </DashboardPage>
  )
}
