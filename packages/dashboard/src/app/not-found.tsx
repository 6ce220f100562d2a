import { pathTo } from './routes.ts'
import { Link } from './router.tsx'
import { Empty } from './ui/loaded.tsx'
import { Page } from './ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="No page has this address">
        <Link to={pathTo('home')}>Go to your projects</Link>
      </Empty>
    </Page>
  )
}

/** In place of all pages of a project that is not there, or that others have. */
export function UnknownProject({ name }: { name: string }) {
  return (
    <Page title="Project not found">
      <Empty title={`No project named ${name}`}>
        It may have been renamed or deleted, or you may not be a member of its organization.{' '}
        <Link to={pathTo('projects')}>Go to your projects</Link>
      </Empty>
    </Page>
  )
}
