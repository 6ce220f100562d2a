import { pathTo } from './routes.ts'
import { Link } from './router.tsx'
import { Empty } from './ui/loaded.tsx'
import { Page } from './ui/page.tsx'

export function NotFound() {
  return (
    <Page title="There is no such page">
      <Empty title="The address leads nowhere">
        <Link to={pathTo('home')}>Go to your projects</Link>
      </Empty>
    </Page>
  )
}

/** In place of all pages of a project that is not there, or that others have. */
export function UnknownProject({ name }: { name: string }) {
  return (
    <Page title="There is no such project">
      <Empty title={`You have no project called ${name}`}>
        It may have been renamed or deleted, or you are not a member of its organization.{' '}
        <Link to={pathTo('projects')}>Go to your projects</Link>
      </Empty>
    </Page>
  )
}
