'use client'

import { Component, type ReactNode } from 'react'
import { UiProblemMessage } from './ui/problem-message.tsx'
import { Root } from './ui/root.tsx'
import { isFirstReport, OnErrorProvider, problemFrom, type OnError } from './use-report.tsx'
import { useWords, WordsProvider } from './words/use-words.tsx'

export interface PlatformErrorBoundaryProps {
  children?: ReactNode
  /** Replaces the default message. */
  fallback?: (params: { error: Error; reset: () => void }) => ReactNode
  onError?: OnError
}

/** Catches render errors of its children and shows them with a retry. */
export class PlatformErrorBoundary extends Component<
  PlatformErrorBoundaryProps,
  { error: Error | null }
> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  /** Reports the error even if a custom fallback is shown. */
  override componentDidCatch(error: Error): void {
    if (isFirstReport(error)) this.props.onError?.(problemFrom(error))
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
  const { t } = useWords()
  return (
    <Root part="error-boundary" label={t('partFailed')} screen="problem">
      <UiProblemMessage title={t('partFailed')} error={error} onRetry={onRetry} />
    </Root>
  )
}
