import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { DashboardPage } from '../../ui/page.tsx'
import { ConnectionList } from '../connection-list.tsx'

export function Connections() {
  const { queries } = useProject()
  return (
    <DashboardPage title="Connections" intro="Provider accounts connected by your customers.">
      <ConnectionList isWorkList result={useList(queries.connections(), { everyMs: 10_000 })} />
    </DashboardPage>
  )
}
