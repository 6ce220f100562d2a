import { pathTo } from './routes.ts'
import { Link } from './router.tsx'
import { Empty } from './ui/loaded.tsx'
import { DashboardPage } from './ui/page.tsx'

export function NotFound() {
  return (
    <DashboardPage title="Page not found">
      <Empty title="No page has this address">
        <Link to={pathTo('home')}>Go to your projects</Link>
      </Empty>
    </DashboardPage>
  )
}

/** Replaces all pages of a project that does not exist or is not accessible. */
export function UnknownProject({ name }: { name: string }) {
  return (
    <DashboardPage title="Project not found">
      <Empty title={`No project named ${name}`}>
        It may have been renamed or deleted, or you may not be a member of its organization.{' '}
        <Link to={pathTo('projects')}>Go to your projects</Link>
      </Empty>
    </DashboardPage>
  )
}
