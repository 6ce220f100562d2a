import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './loaded.tsx'
import { DashboardPage } from './page.tsx'

interface BoundaryProps {
  children: ReactNode
}

/** Replaces a page that failed to render with an error; the navigation stays. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <DashboardPage title="Could not show this page">
        <Empty title="Something went wrong">
          <p>
            Nothing was changed. If this keeps happening, contact the administrator of this
            platform.
          </p>
          <Button onClick={() => location.reload()}>Reload page</Button>
        </Empty>
      </DashboardPage>
    )
  }
}
