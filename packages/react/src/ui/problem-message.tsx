'use client'

import { useState } from 'react'
import { ProblemError } from '@platform/client'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

export interface ProblemMessageProps {
  error: Error
  /** Names what did not work, such as "Salesforce could not be connected". */
  title?: string
  onRetry?: () => void
}

/** Everything that the API says about a failure, the useful part first. */
export function ProblemMessage({ error, title, onRetry }: ProblemMessageProps) {
  const problem = error instanceof ProblemError ? error.problem : undefined
  const causes = problem?.causes?.filter((cause) => cause !== problem.detail) ?? []
  const retryAt = problem?.retryAfter && new Date(problem.retryAfter)

  return (
    <div className="plat-problem" data-plat-part="problem" role="alert">
      <Icon name="alert" />
      <div className="plat-problem-text">
        <p className="plat-strong">{title ?? problem?.title ?? 'Something went wrong'}</p>
        <p>{problem?.detail || error.message}</p>
        {causes.length > 0 && (
          <ul className="plat-causes">
            {causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        )}
        {problem?.remedy && <p>{problem.remedy}</p>}
        {retryAt && <p>Possible again at {retryAt.toLocaleTimeString()}.</p>}
        <div className="plat-problem-foot">
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          {problem?.requestId && <RequestId id={problem.requestId} />}
        </div>
      </div>
    </div>
  )
}

function RequestId({ id }: { id: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      className="plat-request-id"
      title="Copy for support"
      onClick={() => {
        void navigator.clipboard?.writeText(id).then(() => setIsCopied(true))
      }}
    >
      {isCopied ? 'Copied' : <>Request {id}</>}
    </button>
  )
}
