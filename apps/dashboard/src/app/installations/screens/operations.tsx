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
import { EmptyReadsNote } from '../empty-reads-note.tsx'
import { OperationList } from '../operation-list.tsx'

const actions = ['read', 'write', 'subscribe', 'customFields', 'toolCall'].map(
  (one) => [one, words(one)] as const,
)
const statuses = (['in_progress', 'success', 'incomplete', 'failure', 'canceled'] as const).map(
  (one) => [one, words(one)] as const,
)

/** Lists operations of all customers. */
export function Operations() {
  const { queries } = useProject()
  const [groupRef] = useSearchParam('customer')
  const [installationId] = useSearchParam('installation')
  const [actionType] = useSearchParam('action')
  const [asked] = useSearchParam('status')
  const [status] = statuses.find(([one]) => one === asked) ?? []
  const filter = {
    ...(groupRef && { groupRef }),
    ...(installationId && { installationId }),
    ...(actionType && { actionType }),
    ...(status && { status }),
    ...useTimeFilter(),
  }
  const isFiltered = Object.keys(filter).length > 0
  const sort = useServerSort({ Started: 'createTime' })
  const query = queries.allOperations({ ...filter, ...(sort && { sort }) })
  const operations = useList(query, { everyMs: 5_000 })

  return (
    <DashboardPage
      title="Operations"
      intro={
        <>
          Reads and writes of all customers. <EmptyReadsNote />
        </>
      }
    >
      <Filters label="Filter operations">
        <CustomerFilter />
        <TextFilter label="Installation" name="installation" idsOf="inst" />
        <SelectFilter label="Type" name="action" options={actions} />
        <SelectFilter label="Status" name="status" options={statuses} />
        <TimeFilters />
      </Filters>
      <OperationList
        result={operations}
        workList={query}
        empty={isFiltered ? <Empty title="No operations match these filters" /> : undefined}
      />
    </DashboardPage>
  )
}
