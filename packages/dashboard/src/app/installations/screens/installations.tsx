import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { DashboardPage } from '../../ui/page.tsx'
import { useServerSort } from '../../ui/sorting.tsx'
import { InstallationList } from '../installation-list.tsx'

export function Installations() {
  const { queries } = useProject()
  const sort = useServerSort({ Installed: 'createTime', Reference: 'groupRef' })
  const installations = useList(queries.installations({ ...(sort && { sort }) }), {
    everyMs: 10_000,
  })

  return (
    <DashboardPage title="Installations" intro="Integrations installed by your customers.">
      <InstallationList isWorkList result={installations} />
    </DashboardPage>
  )
}
