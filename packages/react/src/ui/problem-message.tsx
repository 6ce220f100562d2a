'use client'

import { useState } from 'react'
import { ProblemError } from '@platform/client'
import { problemWords } from '../problem-words.ts'
import { useReported } from '../use-report.tsx'
import { useWords } from '../use-words.tsx'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import { usePart } from './part.ts'

export interface ProblemMessageProps {
  error: Error
  /** Names what did not work, such as "Could not connect Salesforce". */
  title?: string
  providerName?: string
  onRetry?: () => void
}

/**
 * What happened in the customer's words and what to do about it. The words of the API and of the
 * provider stand behind "Details", for those who help.
 */
export function ProblemMessage({ error, title, providerName = '', onRetry }: ProblemMessageProps) {
  useReported(error)
  const speech = useWords()
  const { say, moment } = speech
  const { headline, advice } = problemWords(error, speech, providerName)
  const retryAfter = error instanceof ProblemError && error.problem.retryAfter

  return (
    <div {...usePart('problem', 'plat-problem')} role="alert">
      <Icon name="alert" />
      <div className="plat-problem-text">
        <p className="plat-strong">{title ?? headline}</p>
        {title && <p>{headline}</p>}
        {advice && <p>{advice}</p>}
        {retryAfter && <p>{say('retryAt', { time: moment(retryAfter) })}</p>}
        {onRetry && (
          <div className="plat-problem-foot">
            <Button onClick={onRetry}>{say('tryAgain')}</Button>
          </div>
        )}
        <Details error={error} />
      </div>
    </div>
  )
}

/** All that is known, in the words of those who know it. */
function Details({ error }: { error: Error }) {
  const { say } = useWords()
  const { title, detail, causes, remedy, requestId } =
    error instanceof ProblemError ? error.problem : { ...nothing, detail: error.message }
  const lines = [...new Set([title, detail, ...(causes ?? []), remedy])].filter(Boolean)

  return (
    <details className="plat-details" data-plat-part="details">
      <summary>{say('details')}</summary>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {requestId && <RequestId id={requestId} />}
    </details>
  )
}

const nothing = { title: '', causes: [], remedy: '', requestId: '' }

function RequestId({ id }: { id: string }) {
  const { say } = useWords()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      className="plat-request-id"
      onClick={() => {
        void navigator.clipboard?.writeText(id).then(() => setIsCopied(true))
      }}
    >
      {isCopied ? say('copied') : say('request', { id })}
    </button>
  )
}
