import { use, type ReactNode } from 'react'
import { Button, MayChange } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { Menu } from '../menu.tsx'

export interface RowMenuProps {
  /** Name of the row. */
  of: string
  actions: readonly RowAction[]
  /** Whether people who may only view see it too. */
  isForViewers?: boolean
}

export interface RowAction {
  title: string
  /** Accessible name, which names the row. */
  label: string
  act: () => void
}

/** Shows the actions of a row in a menu, so that a row stays one line. By default hidden from people who may only view. */
export function RowMenu({ of, actions, isForViewers = false }: RowMenuProps): ReactNode {
  if (!use(MayChange) && !isForViewers) return null
  return (
    <Menu at="list" label={`Actions for ${of}`} button={<Icon name="more" />}>
      {() =>
        actions.map(({ title, label, act }) => (
          <Button key={title} tone="quiet" aria-label={label} data-closes-menu onClick={act}>
            {title}
          </Button>
        ))
      }
    </Menu>
  )
}
