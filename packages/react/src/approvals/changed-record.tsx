'use client'

import type { Schemas } from '@platform/client'
import { fillText } from '../words/fill-text.ts'
import { toLabel } from '../words/label.ts'
import { useWords } from '../words/use-words.tsx'
import type { ApprovalWords } from './approval-words.ts'

type Field = Schemas['ApprovalField']

interface ChangedRecordProps {
  record: Schemas['ApprovalRecord']
  type: Schemas['Approval']['type']
  words: ApprovalWords
}

const isSame = ({ old, new: after }: Field) => JSON.stringify(old) === JSON.stringify(after)

/** Shows the fields of one record that change, with their values before and after. */
export function ChangedRecord({ record, type, words }: ChangedRecordProps) {
  const { locale } = useWords()
  const { recordId, isKnown, fields, associations = [] } = record
  const changed = fields.filter((field) => !isKnown || type === 'delete' || !isSame(field))
  const same = fields.length - changed.length
  return (
    <section className="plat-stack" data-plat-part="changed-record">
      <h3 className="plat-muted">
        {recordId === undefined
          ? words.newRecord
          : fillText(words.record, { id: recordId }, locale)}
      </h3>
      <dl className="plat-changes">
        {changed.map((field) => (
          <div key={field.name}>
            <dt>
              <bdi>{toLabel(field.name)}</bdi>
            </dt>
            <dd>
              {isKnown && (
                <del>
                  <span className="plat-visually-hidden">{words.before} </span>
                  <Value value={field.old} words={words} />
                </del>
              )}
              {type !== 'delete' && (
                <ins>
                  <span className="plat-visually-hidden">{words.after} </span>
                  <Value value={field.new} words={words} />
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {associations.map(({ to }) => (
        <p key={to.id}>{fillText(words.linked, { id: to.id }, locale)}</p>
      ))}
      {same > 0 && <p className="plat-muted">{fillText(words.same, { count: same }, locale)}</p>}
      {recordId !== undefined && !isKnown && <p className="plat-muted">{words.unknown}</p>}
    </section>
  )
}

/** A value as a person reads it; its direction is its own. */
function Value({ value, words }: { value: unknown; words: ApprovalWords }) {
  if (value === null || value === undefined || value === '') return <i>{words.empty}</i>
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
}
