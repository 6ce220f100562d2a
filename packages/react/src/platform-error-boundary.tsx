'use client'

import { Component, type ReactNode } from 'react'
import { ProblemMessage } from './ui/problem-message.tsx'
import { Root } from './ui/root.tsx'
import { isNews, OnErrorProvider, problemFrom, type OnError } from './use-report.tsx'
import { useWords, WordsProvider } from './use-words.tsx'

export interface PlatformErrorBoundaryProps {
  children?: ReactNode
  /** Shown instead of the library's own message. */
  fallback?: (params: { error: Error; reset: () => void }) => ReactNode
  onError?: OnError
}

/** Keeps a failure of what is below it from taking the page down; "Try again" starts it anew. */
export class PlatformErrorBoundary extends Component<
  PlatformErrorBoundaryProps,
  { error: Error | null }
> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  /** A fallback of the host's shows nothing of ours that would tell `onError`. */
  override componentDidCatch(error: Error): void {
    if (isNews(error)) this.props.onError?.(problemFrom(error))
  }

  reset = (): void => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    const { children, fallback, onError } = this.props
    return (
      <WordsProvider>
        <OnErrorProvider value={onError}>
          {error
            ? (fallback?.({ error, reset: this.reset }) ?? (
                <Failed error={error} onRetry={this.reset} />
              ))
            : children}
        </OnErrorProvider>
      </WordsProvider>
    )
  }
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { say } = useWords()
  return (
    <Root part="error-boundary" label={say('partFailed')} screen="problem">
      <ProblemMessage title={say('partFailed')} error={error} onRetry={onRetry} />
    </Root>
  )
}
