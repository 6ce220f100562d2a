import type { ReactNode } from 'react'
import { ProblemError } from '@platform/client'
import type { LiveQueryResult } from '../api/use-query.ts'
import { ProblemMessage } from './problem-message.tsx'

/** What a placeholder stands for, whose size it has. */
export type Shape = 'text' | 'list' | 'cards' | 'page'

export interface LoadedProps<Data> {
  result: LiveQueryResult<Data>
  /** What the data will look like; text by default. */
  shape?: Shape | undefined
  children: (data: Data) => ReactNode
}

/** Roles that can view the data, by problem. */
const readers: Record<string, string> = {
  'owner-required': 'owners',
  'permission-missing': 'owners and admins',
}

/** Shows the data of a query, its loading state or its error. */
export function Loaded<Data>({ result, shape, children }: LoadedProps<Data>) {
  const { data, error, refresh } = result
  const problem = error instanceof ProblemError ? error : undefined
  const who = problem && readers[problem.kind]
  return (
    <>
      {error &&
        (who ? (
          <Empty title={`Only ${who} can view this`}>Ask one of them for access.</Empty>
        ) : problem?.problem.status === 404 && data === undefined ? (
          <Empty title={problem.problem.title}>
            {problem.problem.detail} It may have been deleted.
          </Empty>
        ) : (
          <ProblemMessage error={error} onRetry={refresh} />
        ))}
      {data !== undefined && children(data)}
      {data === undefined && !error && <Loading shape={shape} />}
    </>
  )
}

const bones: Record<Shape, number> = { text: 3, list: 6, cards: 3, page: 7 }

/** Shows grey bars of the size of the content that is loading. */
export function Loading({ shape = 'text' }: { shape?: Shape | undefined }) {
  return (
    <output className="loading" data-shape={shape}>
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: bones[shape] }, (_, index) => (
        <span key={index} className="bone" />
      ))}
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
