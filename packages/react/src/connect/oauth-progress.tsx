'use client'

import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/layout.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import type { OAuthState } from './use-oauth.ts'

interface OAuthProgressProps {
  state: OAuthState
  providerName: string
  onAgain: () => void
  onCancel: () => void
}

/** What the user can do while the sign-in at the provider is open, blocked or failed. */
export function OAuthProgress({ state, providerName, onAgain, onCancel }: OAuthProgressProps) {
  switch (state.step) {
    case 'opening':
    case 'waiting':
      return (
        <div className="plat-waiting" data-plat-part="waiting" aria-live="polite">
          <span className="plat-spinner" aria-hidden="true" />
          <div>
            <p className="plat-strong">Waiting for {providerName}</p>
            <p className="plat-muted">
              {state.step === 'waiting' && state.isClosed
                ? `The window of ${providerName} seems to be closed. If you finished there, this page notices in a moment.`
                : 'Finish signing in in the window that opened. This page goes on by itself.'}
            </p>
          </div>
          <div className="plat-actions">
            <Button onClick={onAgain}>Open again</Button>
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </div>
      )
    case 'blocked':
      return (
        <Notice tone="warning" icon="alert">
          <p className="plat-strong">Your browser blocked the window</p>
          <p>
            <a href={state.url} target="_blank" rel="noreferrer">
              Open {providerName} in a new tab
            </a>
            , sign in there and come back: this page goes on by itself.
          </p>
        </Notice>
      )
    case 'failed':
      return <ProblemMessage title={`${providerName} could not be connected`} error={state.error} />
    default:
      return null
  }
}
