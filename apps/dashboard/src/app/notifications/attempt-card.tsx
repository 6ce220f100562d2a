import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'
import { Text } from '../ui/code/code.tsx'
import { duration, head, words } from '../ui/format.ts'
import { Time } from '../ui/time.tsx'

export interface AttemptCardProps {
  attempt: Schemas['Attempt']
  title?: string
  isOpen?: boolean
}

/** Shows one delivery attempt in a line; expanded, with request and response. */
export function AttemptCard({
  attempt: { number, time, durationMs, succeeded, error, request, response },
  title = `Attempt ${number}`,
  isOpen = false,
}: AttemptCardProps) {
  return (
    <details className="card attempt" open={isOpen}>
      <summary>
        <span className="strong">{title}</span>
        <Badge tone={succeeded ? 'good' : 'bad'}>
          {response ? `HTTP ${response.status}` : words(error?.class ?? 'delivered')}
        </Badge>
        <span className="muted">{duration(durationMs)}</span>
        <span className="muted">
          <Time at={time} />
        </span>
      </summary>
      <div className="stack">
        {error && <p className="outcome">{error.detail}</p>}
        {request && (
          <div className="stack" data-gap="small">
            <h3>Request</h3>
            <Text
              label="Request"
              text={`${request.url.startsWith('http') ? 'POST ' : ''}${request.url}\n${head(request.headers)}`}
            />
          </div>
        )}
        {response && (
          <div className="stack" data-gap="small">
            <h3>Response</h3>
            <Text
              label="Response"
              text={`HTTP ${response.status}\n${head(response.headers)}${response.body && `\n\n${response.body}`}`}
            />
          </div>
        )}
        {!request && !response && !error && (
          <p className="muted">No request or response was recorded.</p>
        )}
      </div>
    </details>
  )
}
