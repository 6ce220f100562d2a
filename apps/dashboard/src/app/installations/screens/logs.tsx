import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { CustomerFilter } from '../../customers/customer-filter.tsx'
import { useSearchParam } from '../../router.tsx'
import {
  Filters,
  SelectFilter,
  TextFilter,
  TimeFilters,
  useTimeFilter,
} from '../../ui/list/filters.tsx'
import { words } from '../../ui/format.ts'
import { Empty } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { useServerSort } from '../../ui/list/sorting.tsx'
import { ConnectProblems } from '../../provider-apps/connect-problems.tsx'
import { LogList } from '../log-list.tsx'

const severities = (['error', 'warning', 'info'] as const).map((one) => [one, words(one)] as const)

/** Lists log entries of all operations. */
export function Logs() {
  const { queries } = useProject()
  const [groupRef] = useSearchParam('customer')
  const [installationId] = useSearchParam('installation')
  const [operationId] = useSearchParam('operation')
  const [asked] = useSearchParam('severity')
  const [severity] = severities.find(([one]) => one === asked) ?? []
  const filter = {
    ...(groupRef && { groupRef }),
    ...(installationId && { installationId }),
    ...(operationId && { operationId }),
    ...(severity && { severity }),
    ...useTimeFilter(),
  }
  const isFiltered = Object.keys(filter).length > 0
  const sort = useServerSort({ Time: 'timestamp' })
  const query = queries.allLogs({ ...filter, ...(sort && { sort }) })
  const logs = useList(query, { everyMs: 5_000 })

  return (
    <DashboardPage title="Logs" intro="Log entries of all operations.">
      <Filters label="Filter logs">
        <CustomerFilter />
        <TextFilter label="Installation" name="installation" idsOf="inst" />
        <TextFilter label="Operation" name="operation" idsOf="op" />
        <SelectFilter label="Severity" name="severity" options={severities} />
        <TimeFilters />
      </Filters>
      <ConnectProblems />
      <LogList
        result={logs}
        workList={query}
        empty={isFiltered ? <Empty title="No log entries match these filters" /> : undefined}
      />
    </DashboardPage>
  )
}
