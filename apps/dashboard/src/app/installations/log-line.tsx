import type { ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'
import { Text } from '../ui/code/code.tsx'
import { duration, head, words } from '../ui/format.ts'
import { ExactTime } from '../ui/time.tsx'

/** Shows an entry of an operation's log in one line; expanded, with its details. */
export function LogLine({ line: { timestamp, severity, message } }: { line: Schemas['Log'] }) {
  return (
    <li className="log-entry">
      <details>
        <summary className="log-line">
          <ExactTime at={timestamp} />
          <LogSeverity of={severity} />
          <LogText of={message} />
          {message.call && <CallBadge of={message.call} />}
        </summary>
        <div className="log-body stack" data-gap="small">
          <LogDetails of={message} />
        </div>
      </details>
    </li>
  )
}

type Message = Schemas['Log']['message']

export function LogSeverity({ of }: { of: string }) {
  const severity = of.toLowerCase()
  return (
    <span className="log-severity" data-severity={severity}>
      {words(severity)}
    </span>
  )
}

export const LogText = ({ of: { msg, error } }: { of: Message }) => (
  <span className="log-text" title={[msg, error].filter(Boolean).join(' ')}>
    <span>{msg}</span> {error && <span className="log-error">{error}</span>}
  </span>
)

/** Shows the details of a log entry and its provider call, except secrets. `children` are its links. */
export function LogDetails({
  of: { details, call },
  children,
}: {
  of: Message
  children?: ReactNode
}) {
  return (
    <>
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
    </>
  )
}

export const CallBadge = ({ of: { status } }: { of: Schemas['LogCall'] }) => (
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
          {method} {pathOfCall(url)}
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

/** Returns the path of a URL without its query. */
export const pathOfCall = (url: string) =>
  url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '')
