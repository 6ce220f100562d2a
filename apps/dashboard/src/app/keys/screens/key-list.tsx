import { useState, type ReactElement } from 'react'
import { useDashboard } from '../../context.tsx'
import type { ListQuery } from '../../api/list-query.ts'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { exactTime } from '../../ui/format.ts'
import { List, type Column } from '../../ui/list/list.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import type { RowAction } from '../../ui/list/row-menu.tsx'
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
  /** Actions before those of all keys. */
  more?: (key: Row) => RowAction[]
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
        isCompact
        hasColumnPicker
        keyOf={({ id }) => id}
        empty={empty}
        columns={[
          ...naming,
          {
            title: 'Status',
            sortBy: getKeyStatus,
            render: (key) => (
              <span className="outcome-cell">
                <Status of={getKeyStatus(key)} />
                {key.expireTime && (
                  <span className="sub" title={exactTime(new Date(key.expireTime))}>
                    {isExpired(key) ? 'Expired' : 'Expires'} <Time at={key.expireTime} />
                  </span>
                )}
              </span>
            ),
          },
          ...facts,
        ]}
        menuOf={(key) => ({
          of: key.label,
          actions: [
            ...(more?.(key) ?? []),
            actionOfKey(key.active ? 'Deactivate' : 'Activate', key, () => void change.run(key)),
            actionOfKey('Delete', key, () => setLeaving(key)),
          ],
        })}
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

/** Returns an action whose accessible name contains the name of the key. */
export const actionOfKey = (
  title: string,
  { label }: Pick<Key, 'label'>,
  act: () => void,
): RowAction => ({
  title,
  label: `${title} ${label}`,
  act,
})

const isExpired = ({ expireTime }: Key): boolean =>
  expireTime !== undefined && new Date(expireTime) < new Date()

function getKeyStatus(key: Key): string {
  if (isExpired(key)) return 'expired'
  return key.active ? 'active' : 'inactive'
}
