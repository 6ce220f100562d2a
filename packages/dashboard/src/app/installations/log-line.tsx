import type { ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { ExactTime } from '../ui/time.tsx'

interface LogLineProps {
  line: Schemas['Log']
  /** What belongs to the line where it stands among those of others. */
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
        {children}
      </div>
    </li>
  )
}
