import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { CustomerLink } from '../customers/customer-link.tsx'
import { Link } from '../router.tsx'
import { Pages } from '../ui/list.tsx'
import { Empty, Loaded } from '../ui/loaded.tsx'
import { SortButton, useSorting } from '../ui/sorting.tsx'
import { LogLine } from './log-line.tsx'

interface LogListProps {
  result: ListResult<Schemas['OperationLog']>
  empty?: ReactElement | undefined
}

/** Lists lines of several logs, each with its customer and operation. */
export function LogList({ result, empty }: LogListProps) {
  const { to } = useProject()
  const { sorting } = useSorting([])
  return (
    <Loaded result={result}>
      {(lines) =>
        lines.length === 0 && result.page === 1 ? (
          (empty ?? (
            <Empty title="No log entries yet">Log entries of reads and writes appear here.</Empty>
          ))
        ) : (
          <div className="list">
            <div className="log-line log-head">
              <SortButton title="Time" sorting={sorting} />
              <span aria-hidden="true">Severity</span>
              <span aria-hidden="true">Message</span>
              <span className="log-who" aria-hidden="true">
                Customer
              </span>
            </div>
            <ol className="log">
              {lines.map((line, index) => (
                <LogLine
                  key={`${line.timestamp} ${index}`}
                  line={line}
                  aside={<span className="log-who">{line.groupName || line.groupRef}</span>}
                >
                  <p>
                    <CustomerLink of={line} /> ·{' '}
                    <Link to={to('operation', { operation: line.operationId })}>
                      Operation of {line.objectName}
                    </Link>
                  </p>
                </LogLine>
              ))}
            </ol>
            <Pages of={result} />
          </div>
        )
      }
    </Loaded>
  )
}
