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
