import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useReply, useStream, type RecordList } from './backend.ts'

interface RecordsPageProps {
  objectName: string
  plural: string
  /** Fixed first columns; others follow. */
  columns: string[]
}

const refreshMs = 500

export function RecordsPage({ objectName, plural, columns }: RecordsPageProps) {
  const [words, setWords] = useState('')
  const version = useVersion()
  const path = `/api/records/${objectName}?words=${encodeURIComponent(words)}`
  const found = useReply<RecordList>(path, version)
  if (!found) return null

  if (found.total === 0) {
    return (
      <div className="empty">
        <p>No {plural} yet.</p>
        <p>
          <a href="#/integrations">Install an integration</a> to see them here.
        </p>
      </div>
    )
  }

  const names = new Set(found.records.flatMap(({ fields }) => Object.keys(fields)))
  const others = [...names].filter((name) => !columns.includes(name) && name !== 'id')
  const shown = [...columns.filter((name) => names.has(name)), ...others.toSorted()]
  return (
    <>
      <div className="bar">
        <input
          type="search"
          aria-label={`Search ${plural}`}
          placeholder={`Search ${found.total.toLocaleString()} ${plural}`}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <output className="muted">
          {words
            ? `${found.matching.toLocaleString()} found`
            : `${found.total.toLocaleString()} ${plural} synced`}
        </output>
      </div>
      <ScrollableTable label={plural}>
        <table>
          <thead>
            <tr>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {title(name)}
                </th>
              ))}
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {found.records.map(({ id, provider, instance, fields }) => (
              <tr key={id}>
                {shown.map((name) => (
                  <td key={name}>{formatCell(fields[name])}</td>
                ))}
                <td>
                  <span className="tag">{[provider, instance].filter(Boolean).join(' · ')}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
      {found.matching > found.records.length && (
        <p className="muted">The first {found.records.length} are shown.</p>
      )}
    </>
  )
}

/** A scrollable table that is accessible by keyboard. */
export function ScrollableTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <section className="table" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

/** Changes when records arrive, at a limited rate. */
function useVersion(): number {
  const [version, setVersion] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useStream(({ numRecords }) => {
    if (!numRecords) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setVersion((old) => old + 1)
    }, refreshMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return version
}

export const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const title = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (letter) => letter.toUpperCase())
