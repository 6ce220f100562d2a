import { useEffect, useState } from 'react'
import type { Schemas } from '@platform/client'
import { projects as projectList } from '../../projects/queries.ts'
import { myInfo } from '../../account/queries.ts'
import { pathTo } from '../../routes.ts'
import { useDashboard } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { Link, navigate, useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty, Loading } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

/** Lists the person's projects; a single one may be opened directly. */
export function Projects({ mayOpenOnly }: { mayOpenOnly: boolean }) {
  const { client } = useDashboard()
  const [invited] = useSearchParam('invited')
  const [isCreating, setIsCreating] = useState(false)
  const projects = useList(projectList(client))
  const { data: me, error } = useQuery(myInfo(client))
  const isUnknown = (!me && !error) || (!projects.data && !projects.error)
  const isWanted = !me || me.invitedOrgs || me.joinableOrgs || invited
  const only =
    mayOpenOnly && !isWanted && projects.data?.length === 1 ? projects.data[0] : undefined
  useEffect(() => {
    if (only) navigate(pathTo('project', { project: only.name }), { replace: true })
  }, [only])
  if (only || (mayOpenOnly && isUnknown)) return <Loading />

  const nameOfOrg = ({ orgId }: Schemas['Project']) =>
    me?.orgRoles?.find(({ org }) => org.id === orgId)?.org.label ?? orgId
  const orgs =
    me?.orgRoles
      ?.filter(({ role }) => role === 'owner' || role === 'admin')
      .map(({ org }) => org) ?? []
  return (
    <DashboardPage
      title="Projects"
      actions={
        orgs.length > 0 && (
          <Button tone="primary" onClick={() => setIsCreating(true)}>
            Create project
          </Button>
        )
      }
    >
      {me && (
        <OnDemand name="welcome.tsx" load={() => import('../../organizations/welcome.tsx')}>
          {({ Welcome }) => <Welcome me={me} />}
        </OnDemand>
      )}
      {isCreating && (
        <OnDemand name="create-project.tsx" load={() => import('./create-project.tsx')}>
          {({ CreateProject }) => (
            <CreateProject orgs={orgs} onClose={() => setIsCreating(false)} />
          )}
        </OnDemand>
      )}
      <List
        caption="Projects"
        result={projects}
        isCompact
        keyOf={(project) => project.id}
        empty={
          <Empty title="No projects yet">
            {orgs.length > 0
              ? 'Create a project to get started.'
              : 'Projects appear here after you join an organization.'}
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            render: (project) => (
              <Link to={pathTo('project', { project: project.name })}>
                <Name>{project.name}</Name>
              </Link>
            ),
          },
          {
            title: 'App name',
            render: ({ appName }) => <Name>{appName}</Name>,
          },
          {
            title: 'Organization',
            isSecondary: true,
            render: (project) => <Name>{nameOfOrg(project)}</Name>,
          },
          {
            title: 'Created',
            width: 's',
            render: ({ createTime }) => <Time at={createTime} />,
          },
        ]}
      />
    </DashboardPage>
  )
}
