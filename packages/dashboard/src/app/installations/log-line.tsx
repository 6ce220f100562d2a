import type { ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'
import { Text } from '../ui/code.tsx'
import { duration, head, words } from '../ui/format.ts'
import { ExactTime } from '../ui/time.tsx'

interface LogLineProps {
  line: Schemas['Log']
  /** Customer of the entry, at the end of the line. */
  aside?: ReactNode
  /** Links of the entry, shown when it is open. */
  children?: ReactNode
}

/** Shows a log entry in one line; expanded, with details and the provider call except secrets. */
export function LogLine({ line: { timestamp, severity, message }, aside, children }: LogLineProps) {
  const { msg, error, details, call } = message
  return (
    <li className="log-entry" data-severity={severity.toLowerCase()}>
      <details>
        <summary className="log-line">
          <ExactTime at={timestamp} />
          <span className="log-severity">{words(severity.toLowerCase())}</span>
          <span className="log-text">
            <span>{msg}</span> {error && <span className="log-error">{error}</span>}
          </span>
          <span className="log-aside">
            {call && <CallBadge of={call} />}
            {aside}
          </span>
        </summary>
        <div className="log-body stack" data-gap="small">
          {children}
          {details && (
            <p className="hint">
              {Object.entries(details)
                .map(([name, value]) => `${name} ${value}`)
                .join(' · ')}
            </p>
          )}
          {call && <Call of={call} />}
          {!children && !details && !call && <p className="hint">No details.</p>}
        </div>
      </details>
    </li>
  )
}

const CallBadge = ({ of: { status } }: { of: Schemas['LogCall'] }) => (
  <Badge tone={status === undefined || status >= 400 ? 'bad' : 'good'}>
    {status ?? 'No response'}
  </Badge>
)

/** Shows request and response of a provider call. */
function Call({ of }: { of: Schemas['LogCall'] }) {
  const { method, url, status, durationMs, attempt, requestHeaders, responseHeaders } = of
  return (
    <>
      <p>
        <span className="call-line">
          {method} {pathOf(url)}
        </span>{' '}
        <span className="muted">
          {duration(durationMs)}
          {attempt > 1 && ` · attempt ${attempt}`}
        </span>
      </p>
      <Text label="Request" text={`${method} ${url}\n${head(requestHeaders)}`} />
      {responseHeaders && (
        <Text label="Response" text={`HTTP ${status}\n${head(responseHeaders)}`} />
      )}
    </>
  )
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '')
