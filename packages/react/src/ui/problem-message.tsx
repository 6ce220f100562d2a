'use client'

import { useState } from 'react'
import { ProblemError } from '@platform/client'
import { problemWords } from '../words/problem-words.ts'
import { useReportShownProblem } from '../use-report.tsx'
import { useWords } from '../words/use-words.tsx'
import { UiButton } from './button.tsx'
import { UiIcon } from './icons.tsx'
import { usePart } from './part.ts'

export interface UiProblemMessageProps {
  error: Error
  /** Names what failed, such as "Could not connect Salesforce". */
  title?: string
  providerName?: string
  onRetry?: () => void
}

/**
 * Shows what happened and what to do. Messages of the API and the provider are collapsed under
 * "Details", for support.
 */
export function UiProblemMessage({
  error,
  title,
  providerName = '',
  onRetry,
}: UiProblemMessageProps) {
  useReportShownProblem(error)
  const localizer = useWords()
  const { t, moment } = localizer
  const { headline, advice } = problemWords(error, localizer, providerName)
  const retryAfter = error instanceof ProblemError && error.problem.retryAfter

  return (
    <div {...usePart('problem', 'plat-problem')} role="alert">
      <UiIcon name="alert" />
      <div className="plat-problem-text">
        <p className="plat-strong">{title ?? headline}</p>
        {title && <p>{headline}</p>}
        {advice && <p>{advice}</p>}
        {retryAfter && <p>{t('retryAt', { time: moment(retryAfter) })}</p>}
        {onRetry && (
          <div className="plat-actions">
            <UiButton onClick={onRetry}>{t('tryAgain')}</UiButton>
          </div>
        )}
        <Details error={error} />
      </div>
    </div>
  )
}

/** Shows all messages of the API and the provider. */
function Details({ error }: { error: Error }) {
  const { t } = useWords()
  const { title, detail, causes, remedy, requestId } =
    error instanceof ProblemError ? error.problem : { ...nothing, detail: error.message }
  const lines = [...new Set([title, detail, ...(causes ?? []), remedy])].filter(Boolean)

  return (
    <details className="plat-details" data-plat-part="details">
      <summary>{t('details')}</summary>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {requestId && <RequestId id={requestId} />}
    </details>
  )
}

const nothing = { title: '', causes: [], remedy: '', requestId: '' }

function RequestId({ id }: { id: string }) {
  const { t } = useWords()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      className="plat-request-id"
      onClick={() => {
        void navigator.clipboard?.writeText(id).then(() => setIsCopied(true))
      }}
    >
      {isCopied ? t('copied') : t('request', { id })}
    </button>
  )
}
