import { ProblemError } from '@platform/client'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Icon } from './icons.tsx'

export interface ProblemMessageProps {
  error: Error
  onRetry?: (() => void) | undefined
  /** A button beside it does what the remedy tells callers of the API. */
  isAskedAgain?: boolean
}

/** Everything that the API says about a failure, the useful part first. */
export function ProblemMessage({ error, onRetry, isAskedAgain = false }: ProblemMessageProps) {
  const problem = error instanceof ProblemError ? error.problem : undefined
  const causes = problem?.causes?.filter((cause) => cause !== problem.detail) ?? []

  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" />
      <div className="notice-text">
        <p className="strong">{problem?.title ?? 'Something went wrong'}</p>
        <p>{problem?.detail || error.message}</p>
        {causes.length > 0 && (
          <ul className="causes">
            {causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        )}
        {problem?.issues && (
          <ul className="causes">
            {problem.issues.map((issue) => (
              <li key={issue.in + issue.name}>
                <code>{issue.name}</code>: {issue.detail}
              </li>
            ))}
          </ul>
        )}
        {problem?.remedy && !isAskedAgain && <p>{problem.remedy}</p>}
        {(onRetry || problem?.requestId) && (
          <div className="notice-foot">
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {problem?.requestId && (
              <span className="hint">
                Request <code>{problem.requestId}</code>{' '}
                <CopyButton text={problem.requestId} what="request ID" />
              </span>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
