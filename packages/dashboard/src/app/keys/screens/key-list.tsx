import { useState, type ReactElement, type ReactNode } from 'react'
import { useDashboard } from '../../context.tsx'
import type { ListQuery } from '../../api/list-query.ts'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { List, type Column } from '../../ui/list.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'

interface Key {
  id: string
  label: string
  active: boolean
  expireTime?: string
}

interface KeyListProps<Row> {
  caption: string
  query: ListQuery<Row>
  empty: ReactElement
  /** Identifies a key; precedes its status. */
  naming: Column<Row>[]
  /** Further columns. */
  facts: Column<Row>[]
  /** Further actions. */
  more?: (key: Row) => ReactNode
  setActive: (id: string, active: boolean) => Promise<unknown>
  /** `anyway`: even if it is in use. */
  remove: (id: string, anyway: boolean) => Promise<unknown>
  /** Consequence of deleting a key, as a sentence. */
  consequence: string
}

/** Lists keys of a project, which can be disabled, enabled and deleted. */
export function KeyList<Row extends Key>({
  caption,
  query,
  empty,
  naming,
  facts,
  more,
  setActive,
  remove,
  consequence,
}: KeyListProps<Row>) {
  const { store } = useDashboard()
  const [leaving, setLeaving] = useState<Row>()
  const refresh = () => store.invalidate(query.key)
  const change = useAction(({ id, active }: Row) => setActive(id, !active), refresh)

  return (
    <>
      {change.error && <ProblemMessage error={change.error} />}
      <List
        caption={caption}
        result={useList(query)}
        keyOf={({ id }) => id}
        empty={empty}
        columns={[
          ...naming,
          {
            title: 'Status',
            render: (key) => (
              <>
                <Status of={statusOf(key)} />
                {key.expireTime && (
                  <span className="sub">
                    {isExpired(key) ? 'Expired' : 'Expires'} <Time at={key.expireTime} />
                  </span>
                )}
              </>
            ),
          },
          ...facts,
          {
            title: 'Actions',
            align: 'end',
            render: (key) => (
              <KeyActions
                of={key}
                more={more?.(key)}
                onToggle={() => void change.run(key)}
                onDelete={() => setLeaving(key)}
              />
            ),
          },
        ]}
      />
      {leaving && (
        <Confirm
          title={`Delete the key “${leaving.label}”?`}
          doIt="Delete"
          act={async (anyway) => {
            await remove(leaving.id, anyway)
            await refresh()
          }}
          onClose={() => setLeaving(undefined)}
        >
          {consequence} This cannot be undone.
        </Confirm>
      )}
    </>
  )
}

interface KeyActionsProps {
  of: Key
  more: ReactNode
  onToggle: () => void
  onDelete: () => void
}

function KeyActions({ of: { label, active }, more, onToggle, onDelete }: KeyActionsProps) {
  const toggle = active ? 'Deactivate' : 'Activate'
  return (
    <span className="row" data-align="end">
      {more}
      <Button changes aria-label={`${toggle} ${label}`} onClick={onToggle}>
        {toggle}
      </Button>
      <Button changes aria-label={`Delete ${label}`} onClick={onDelete}>
        Delete
      </Button>
    </span>
  )
}

const isExpired = ({ expireTime }: Key): boolean =>
  expireTime !== undefined && new Date(expireTime) < new Date()

function statusOf(key: Key): string {
  if (isExpired(key)) return 'expired'
  return key.active ? 'active' : 'inactive'
}
