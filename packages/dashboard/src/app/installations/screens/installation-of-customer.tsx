import { useEffect } from 'react'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { navigate } from '../../router.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'

/** Opens the page of a customer's installation, for links that name integration and `groupRef`. */
export function InstallationOfCustomer({
  integration,
  groupRef,
}: {
  integration: string
  groupRef: string
}) {
  const { queries, to } = useProject()
  const result = useList(queries.installationsOf(integration, { groupRef }))
  const found = result.data?.[0]
  const page =
    found && to('installation', { integration: found.integrationId, installation: found.id })
  useEffect(() => {
    if (page) navigate(page, { replace: true })
  }, [page])

  return (
    <DashboardPage
      title={groupRef}
      parent={{ title: 'Installations', to: to('installations', { customer: groupRef }) }}
    >
      <Loaded result={result}>
        {({ length }) =>
          length === 0 && (
            <Empty title="No installation">
              {groupRef} has not installed {integration}.
            </Empty>
          )
        }
      </Loaded>
    </DashboardPage>
  )
}
