import { useState, type ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import { inReadingOrder } from '../list/in-reading-order.ts'
import { toYaml } from './to-yaml.ts'

type Change = Schemas['RevisionChange']

/** Longer lists of changes and longer values are collapsed. */
const max = { changes: 20, lines: 12 }

/** Lists changed values by their manifest path. */
export function Changes({ of }: { of: Change[] }) {
  if (of.length === 0) return <p className="muted">No changes.</p>
  if (of.length <= max.changes) return <Places of={of} />
  const subjects = [...Map.groupBy(of, getChangeSubject)]
  return (
    <ul className="changes">
      {subjects.map(([subject, changes]) => (
        <li key={subject}>
          <Fold
            title={
              <>
                <code>{subject}</code> {changes.length}{' '}
                {changes.length === 1 ? 'change' : 'changes'}
              </>
            }
          >
            <Places of={changes} />
          </Fold>
        </li>
      ))}
    </ul>
  )
}

/** Returns the resource of a change: `read.objects[Contact]` for everything within it. */
const getChangeSubject = ({ path }: Change) => /^[^[]*(?:\[[^\]]*\])?/.exec(path)?.[0] || everything

const everything = 'everything'

const Places = ({ of }: { of: Change[] }) => (
  <ul className="changes">
    {of.map(({ path, before, after }) => (
      <li key={path}>
        <code>{path || everything}</code>
        {before !== undefined && (
          <ChangedValue value={before} was={after === undefined ? 'removed' : 'before'} />
        )}
        {after !== undefined && (
          <ChangedValue value={after} was={before === undefined ? 'added' : 'now'} />
        )}
      </li>
    ))}
  </ul>
)

interface ChangedValueProps {
  value: unknown
  was: 'removed' | 'before' | 'added' | 'now'
}

/** Shows a value inline if it is one line, otherwise as lines below its path. */
function ChangedValue({ value, was }: ChangedValueProps) {
  const isOld = was === 'removed' || was === 'before'
  const Mark = isOld ? 'del' : 'ins'
  const lines = (typeof value === 'string' ? value : toYaml(inReadingOrder(value))).split('\n')
  const isShort = lines.length === 1
  const text = (
    <Mark data-lines={isShort ? undefined : true}>
      <span className="visually-hidden">{was}: </span>
      {isShort ? lines : lines.map((line) => `${isOld ? '−' : '+'} ${line}`).join('\n')}
    </Mark>
  )
  if (lines.length <= max.lines) return text
  return <Fold title={`${was}: ${lines.length} lines`}>{text}</Fold>
}

/** Renders its content when it is first opened, so that long pages stay fast. */
function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="fold" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  )
}
