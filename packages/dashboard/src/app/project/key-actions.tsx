import { Button } from '../ui/button.tsx'

interface KeyActionsProps {
  aKey: { label: string; active: boolean }
  onToggle: () => void
  onDelete: () => void
}

export function KeyActions({ aKey: { label, active }, onToggle, onDelete }: KeyActionsProps) {
  const toggle = active ? 'Deactivate' : 'Activate'
  return (
    <span className="row" data-align="end">
      <Button aria-label={`${toggle} ${label}`} onClick={onToggle}>
        {toggle}
      </Button>
      <Button aria-label={`Delete ${label}`} onClick={onDelete}>
        Delete
      </Button>
    </span>
  )
}
