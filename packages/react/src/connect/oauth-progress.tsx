'use client'

import { ProblemError } from '@platform/client'
import { UiButton } from '../ui/button.tsx'
import { Notice } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { useWords } from '../words/use-words.tsx'
import type { Accounts } from './oauth-popup.ts'
import type { OAuthState } from './use-oauth.ts'

interface OAuthProgressProps {
  state: OAuthState
  providerName: string
  onAgain: () => void
  onCancel: () => void
  /** Accepts the account that the user signed in to instead of the connected one. */
  onUseAnother?: () => void
}

/** Shows the progress of a sign-in that is open, blocked or failed, with the next steps. */
export function OAuthProgress({
  state,
  providerName,
  onAgain,
  onCancel,
  onUseAnother,
}: OAuthProgressProps) {
  const { t } = useWords()
  const provider = providerName

  switch (state.step) {
    case 'opening':
    case 'waiting':
      return (
        <div className="plat-waiting" data-plat-part="waiting" aria-live="polite">
          <span className="plat-spinner" aria-hidden="true" />
          <div>
            <p className="plat-strong">{t('waitingFor', { provider })}</p>
            <p className="plat-muted">{t('finishThere')}</p>
            {state.step === 'waiting' && state.installURL !== undefined && (
              <>
                <p className="plat-muted">{t('adminFirst', { provider })}</p>
                <InstallLink href={state.installURL} />
              </>
            )}
          </div>
          <div className="plat-actions">
            <UiButton onClick={onAgain}>{t('openAgain')}</UiButton>
            <UiButton tone="quiet" onClick={onCancel}>
              {t('cancel')}
            </UiButton>
          </div>
        </div>
      )
    case 'blocked':
      return (
        <Notice tone="warning" icon="alert">
          <p className="plat-strong">{t('blocked')}</p>
          <p>{t('comeBack')}</p>
          <p className="plat-actions">
            <a href={state.url} target="_blank" rel="noreferrer">
              {t('openInTab', { provider })}
            </a>
            <a href={state.url}>{t('openHere')}</a>
          </p>
        </Notice>
      )
    case 'failed':
      if (isDenial(state.error)) {
        return (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold paragraphs
          <div role="status">
            <Notice tone="neutral" icon="alert">
              <p>{t('denied')}</p>
            </Notice>
          </div>
        )
      }
      return state.accounts && onUseAnother ? (
        <OtherAccount {...state.accounts} onUse={onUseAnother} />
      ) : (
        <>
          <UiProblemMessage error={state.error} providerName={provider} />
          <InstallLink href={state.installURL} />
        </>
      )
    default:
      return null
  }
}

/** Leads an administrator of the customer to the app, where the provider requires its installation. */
function InstallLink({ href }: { href: string | undefined }) {
  const { t } = useWords()
  if (href === undefined) return null
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer">
        {t('install')}
      </a>
    </p>
  )
}

/** Reports whether the user denied access, which is not a failure. */
const isDenial = (error: Error) => error instanceof ProblemError && error.kind === 'access_denied'

/** Names both accounts, and offers to switch. */
function OtherAccount({ connected, signedIn, onUse }: Accounts & { onUse: () => void }) {
  const { t } = useWords()
  return (
    <div role="alert" data-plat-part="other-account">
      <Notice tone="warning" icon="alert">
        <p className="plat-strong">{t('otherAccount')}</p>
        <p>{t('otherAccountNames', { connected, signedIn })}</p>
        <p>{t('otherAccountChange')}</p>
        <p className="plat-actions">
          <UiButton onClick={onUse}>{t('useOther')}</UiButton>
        </p>
      </Notice>
    </div>
  )
}
