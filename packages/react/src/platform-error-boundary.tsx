'use client'

import { Component, type ReactNode } from 'react'
import { ProblemMessage } from './ui/problem-message.tsx'

export interface PlatformErrorBoundaryProps {
  children?: ReactNode
  /** Shown instead of the library's own message. */
  fallback?: (params: { error: Error; reset: () => void }) => ReactNode
  onError?: (error: Error) => void
}

/** Keeps a failure of what is below it from taking the page down; "Try again" starts it anew. */
export class PlatformErrorBoundary extends Component<
  PlatformErrorBoundaryProps,
  { error: Error | null }
> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: Error) {
    this.props.onError?.(error)
  }

  reset = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.fallback) return this.props.fallback({ error, reset: this.reset })
    return (
      <section className="plat-root" data-plat-part="error-boundary">
        <ProblemMessage title="This part of the page failed" error={error} onRetry={this.reset} />
      </section>
    )
  }
}
