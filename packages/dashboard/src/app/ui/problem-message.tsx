import { ProblemError, type Problem } from '@platform/client'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Icon } from './icons.tsx'

export interface ProblemMessageProps {
  error: Error
  /** Those of its issues that are told here; all, unless fields tell the others. */
  issues?: Problem['issues']
  onRetry?: (() => void) | undefined
  /** A button beside it does what the remedy tells callers of the API. */
  isAskedAgain?: boolean
}

/** Everything that the API says about a failure, the useful part first. */
export function ProblemMessage({
  error,
  issues: told,
  onRetry,
  isAskedAgain = false,
}: ProblemMessageProps) {
  const problem = error instanceof ProblemError ? error.problem : undefined
  const issues = (told ?? problem?.issues ?? []).filter(({ detail }) => detail !== problem?.detail)
  // Then its detail and its remedy only say of the issues that they are there.
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
        {problem?.remedy && !isAskedAgain && !isOfIssues && <p>{problem.remedy}</p>}
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

/** What only those understand who look into it. */
const Details = ({ causes }: { causes: readonly string[] }) => (
  <details>
    <summary>Details</summary>
    <Causes of={causes} />
  </details>
)
