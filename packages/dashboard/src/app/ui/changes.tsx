import type { Schemas } from '@platform/client'

/** What differs, place by place. */
export function Changes({ of }: { of: Schemas['RevisionChange'][] }) {
  if (of.length === 0) return <p className="muted">Nothing differs.</p>
  return (
    <ul className="changes">
      {of.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path || 'everything'}</code>
          {before !== undefined && (
            <del>
              <span className="visually-hidden">before: </span>
              {shown(before)}
            </del>
          )}
          {after !== undefined && (
            <ins>
              <span className="visually-hidden">now: </span>
              {shown(after)}
            </ins>
          )}
        </li>
      ))}
    </ul>
  )
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
