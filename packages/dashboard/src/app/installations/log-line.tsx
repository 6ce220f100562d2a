import type { ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'
import { Text } from '../ui/code.tsx'
import { duration, head } from '../ui/format.ts'
import { ExactTime } from '../ui/time.tsx'

interface LogLineProps {
  line: Schemas['Log']
  /** Customer and operation of the line, in lists of several operations. */
  children?: ReactNode
}

export function LogLine({ line: { timestamp, severity, message }, children }: LogLineProps) {
  return (
    <li className="log-line" data-severity={severity.toLowerCase()}>
      <ExactTime at={timestamp} />
      <span className="log-severity">{severity}</span>
      <div>
        <p>{message.msg}</p>
        {message.error && <p className="log-error">{message.error}</p>}
        {message.details && (
          <p className="hint">
            {Object.entries(message.details)
              .map(([name, value]) => `${name} ${value}`)
              .join(' · ')}
          </p>
        )}
        {message.call && <Call of={message.call} />}
        {children}
      </div>
    </li>
  )
}

/** Shows a provider call in one line; expanded, with headers and bodies except secrets. */
function Call({ of }: { of: Schemas['LogCall'] }) {
  const { method, url, status, durationMs, attempt, requestHeaders, responseHeaders } = of
  return (
    <details className="call">
      <summary>
        <span className="call-line">
          {method} {pathOf(url)}
        </span>{' '}
        <Badge tone={status === undefined || status >= 400 ? 'bad' : 'good'}>
          {status ?? 'No response'}
        </Badge>{' '}
        <span className="muted">{duration(durationMs)}</span>
        {attempt > 1 && <span className="muted"> · attempt {attempt}</span>}
      </summary>
      <div className="stack" data-gap="small">
        <Text label="Request" text={`${method} ${url}\n${head(requestHeaders)}`} />
        {responseHeaders && (
          <Text label="Response" text={`HTTP ${status}\n${head(responseHeaders)}`} />
        )}
      </div>
    </details>
  )
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '')
