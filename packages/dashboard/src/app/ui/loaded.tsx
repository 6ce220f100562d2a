import type { ReactNode } from 'react'
import { ProblemError } from '@platform/client'
import type { LiveQueryResult } from '../api/use-query.ts'
import { ProblemMessage } from './problem-message.tsx'

export interface LoadedProps<Data> {
  result: LiveQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** Roles that can view the data, by problem. */
const readers: Record<string, string> = {
  'owner-required': 'owners',
  'permission-missing': 'owners and admins',
}

/** Shows the data of a query, its loading state or its error. */
export function Loaded<Data>({ result, children }: LoadedProps<Data>) {
  const { data, error, refresh } = result
  const who = error instanceof ProblemError && readers[error.kind]
  return (
    <>
      {error &&
        (who ? (
          <Empty title={`Only ${who} can view this`}>Ask one of them for access.</Empty>
        ) : (
          <ProblemMessage error={error} onRetry={refresh} />
        ))}
      {data !== undefined && children(data)}
      {data === undefined && !error && <Loading />}
    </>
  )
}

export function Loading() {
  return (
    <output className="loading">
      <span className="visually-hidden">Loading…</span>
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </output>
  )
}

/** Shows an empty state with a hint. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {children && <div className="muted">{children}</div>}
    </div>
  )
}
