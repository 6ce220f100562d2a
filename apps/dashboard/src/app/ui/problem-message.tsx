import { ProblemError, type ProblemDetails } from '@platform/client'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { exactTime } from './format.ts'
import { Icon } from './icons.tsx'

export interface ProblemMessageProps {
  error: Error
  /** Issues to list here; all by default. Fields show their own. */
  issues?: ProblemDetails['issues']
  onRetry?: (() => void) | undefined
  /** Hides the remedy because a button next to the message performs it. */
  isAskedAgain?: boolean
}

/** Shows a failure with its detail, causes, issues, remedy and request ID. */
export function ProblemMessage({
  error,
  issues: listed,
  onRetry,
  isAskedAgain = false,
}: ProblemMessageProps) {
  const problem = error instanceof ProblemError ? error.problem : undefined
  const issues = (listed ?? problem?.issues ?? []).filter(
    ({ detail }) => detail !== problem?.detail,
  )
  // The detail and remedy would only repeat that there are issues.
  const isOfIssues =
    error instanceof ProblemError && error.kind === 'invalid-input' && issues.length > 0
  const isOfNetwork = problem?.status === 0
  const causes = problem?.causes?.filter((cause) => cause !== problem.detail) ?? []

  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" />
      <div className="notice-text">
        <p className="strong">{problem?.title ?? 'Something went wrong'}</p>
        {!isOfIssues && <p>{problem?.detail || error.message}</p>}
        {causes.length > 0 && (isOfNetwork ? <Details causes={causes} /> : <Causes of={causes} />)}
        {issues.length > 0 && (
          <ul className="causes">
            {issues.map((issue) => (
              <li key={issue.in + issue.name}>
                <code>{issue.name}</code>: {issue.detail}
              </li>
            ))}
          </ul>
        )}
        {problem?.remedy && !isAskedAgain && !isOfIssues && <p>{getRemedy(problem)}</p>}
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

const Causes = ({ of }: { of: readonly string[] }) => (
  <ul className="causes">
    {of.map((cause) => (
      <li key={cause}>{cause}</li>
    ))}
  </ul>
)

/** Folds technical causes. */
const Details = ({ causes }: { causes: readonly string[] }) => (
  <details>
    <summary>Details</summary>
    <Causes of={causes} />
  </details>
)

/** Returns the remedy with the time that it names. */
const getRemedy = ({ remedy = '', retryAfter }: ProblemDetails): string =>
  retryAfter ? remedy.replaceAll('`retryAfter`', exactTime(new Date(retryAfter))) : remedy
