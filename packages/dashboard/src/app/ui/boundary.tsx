import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './loaded.tsx'
import { Page } from './page.tsx'

interface BoundaryProps {
  children: ReactNode
}

/** Says that a page could not be shown, in its place: the way to all others stays. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Page title="This page could not be shown">
        <Empty title="Something on it was not as expected">
          <p>Nothing was changed. If it stays so, tell whoever runs this platform.</p>
          <Button onClick={() => location.reload()}>Load it again</Button>
        </Empty>
      </Page>
    )
  }
}
