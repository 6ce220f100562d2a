import { useEffect } from 'react'
import { pathOf, useDashboard } from '../context.tsx'
import { queries } from '../api/queries.ts'
import { useList } from '../api/use-query.ts'
import { Link, navigate } from '../router.tsx'
import { Id } from '../ui/copy.tsx'
import { List } from '../ui/list.tsx'
import { Empty, Loading } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

/** The projects of the person; where there is only one it may be opened right away. */
export function Projects({ mayOpenOnly }: { mayOpenOnly: boolean }) {
  const { client } = useDashboard()
  const projects = useList(queries.projects(client))
  const only = mayOpenOnly && projects.data?.length === 1 ? projects.data[0] : undefined
  useEffect(() => {
    if (only) navigate(pathOf('projects', only.name), { replace: true })
  }, [only])
  if (only) return <Loading />

  return (
    <Page title="Projects">
      <List
        caption="Projects"
        result={projects}
        keyOf={(project) => project.id}
        empty={
          <Empty title="You have no project yet">
            Ask an owner of your organization to add you, or create a project by the API.
          </Empty>
        }
        columns={[
          {
            title: 'Name',
            render: (project) => <Link to={pathOf('projects', project.name)}>{project.name}</Link>,
          },
          { title: 'App name', render: (project) => project.appName },
          { title: 'ID', render: (project) => <Id>{project.id}</Id> },
          { title: 'Created', render: (project) => <Time at={project.createTime} /> },
        ]}
      />
    </Page>
  )
}
