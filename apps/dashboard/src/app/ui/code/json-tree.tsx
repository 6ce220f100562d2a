import { useState, type ReactNode } from 'react'
import { CopyButton } from '../copy.tsx'
import { formatCountWithNoun } from '../format.ts'

/** Longer texts and lists are cut off until someone asks for the rest. */
const max = { letters: 500, children: 100 }

/** Number of levels that are open at first. */
const openLevels = 2

type Holder = Record<string, unknown> | readonly unknown[]

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/**
 * Shows JSON as a tree of folds, which the keyboard opens like any other fold. Closed branches are
 * not rendered, so that large values stay fast.
 */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  return (
    <div className="code-box">
      {/* It scrolls, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="code json" tabIndex={0} aria-label={label}>
        {isHolder(value) ? <Children of={value} level={1} /> : <Leaf value={value} />}
      </section>
      <CopyButton text={JSON.stringify(value, null, 2)} what={label.toLowerCase()} />
    </div>
  )
}

function Children({ of, level }: { of: Holder; level: number }) {
  const [shown, setShown] = useState(max.children)
  const entries = Object.entries(of)
  if (entries.length === 0)
    return <span className="muted">{Array.isArray(of) ? '[ ]' : '{ }'}</span>
  return (
    <ul>
      {entries.slice(0, shown).map(([name, value]) => (
        <li key={name}>
          {isHolder(value) && Object.keys(value).length > 0 ? (
            <Branch name={name} value={value} level={level} />
          ) : (
            <>
              <span className="code-name">{name}</span>: <Leaf value={value} />
            </>
          )}
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <More onClick={() => setShown(shown + max.children)}>
            Show {Math.min(max.children, entries.length - shown)} more of {entries.length}
          </More>
        </li>
      )}
    </ul>
  )
}

function Branch({ name, value, level }: { name: string; value: Holder; level: number }) {
  const [isOpen, setIsOpen] = useState(level < openLevels)
  const count = Object.keys(value).length
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className="code-name">{name}</span>{' '}
        <span className="muted">
          {formatCountWithNoun(count, Array.isArray(value) ? 'item' : 'field')}
        </span>
      </summary>
      {isOpen && <Children of={value} level={level + 1} />}
    </details>
  )
}

function Leaf({ value }: { value: unknown }) {
  const [isWhole, setIsWhole] = useState(false)
  const text = JSON.stringify(value) ?? 'undefined'
  const isCut = !isWhole && text.length > max.letters
  return (
    <span data-kind={value === null ? 'null' : typeof value}>
      {isCut ? `${text.slice(0, max.letters)}…` : text}
      {isCut && (
        <>
          {' '}
          <More onClick={() => setIsWhole(true)}>
            Show all {formatCountWithNoun(text.length, 'character')}
          </More>
        </>
      )}
    </span>
  )
}

const More = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className="json-more" onClick={onClick}>
    {children}
  </button>
)
