'use client'

import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/layout.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { useWords } from '../use-words.tsx'
import type { OAuthState } from './use-oauth.ts'

interface OAuthProgressProps {
  state: OAuthState
  providerName: string
  onAgain: () => void
  onCancel: () => void
}

/** What the user can do while the sign-in at the provider is open, blocked or failed. */
export function OAuthProgress({ state, providerName, onAgain, onCancel }: OAuthProgressProps) {
  const { say } = useWords()
  const provider = providerName

  switch (state.step) {
    case 'opening':
    case 'waiting':
      return (
        <div className="plat-waiting" data-plat-part="waiting" aria-live="polite">
          <span className="plat-spinner" aria-hidden="true" />
          <div>
            <p className="plat-strong">{say('waitingFor', { provider })}</p>
            <p className="plat-muted">{say('finishThere')}</p>
          </div>
          <div className="plat-actions">
            <Button onClick={onAgain}>{say('openAgain')}</Button>
            <Button tone="quiet" onClick={onCancel}>
              {say('cancel')}
            </Button>
          </div>
        </div>
      )
    case 'blocked':
      return (
        <Notice tone="warning" icon="alert">
          <p className="plat-strong">{say('blocked')}</p>
          <p>{say('comeBack')}</p>
          <p className="plat-actions">
            <a href={state.url} target="_blank" rel="noreferrer">
              {say('openInTab', { provider })}
            </a>
            <a href={state.url}>{say('openHere')}</a>
          </p>
        </Notice>
      )
    case 'failed':
      return <ProblemMessage error={state.error} providerName={provider} />
    default:
      return null
  }
}
