import { useState } from 'react'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/form/dialog.tsx'
import { hasSingleKeys, setSingleKeys } from './ui/list/list-keys.ts'

const keys = [
  ['Ctrl K, ⌘K', 'Search'],
  ['j, k', 'Next, previous entry of a list'],
  ['Enter', 'Open the entry'],
  ['x', 'Select the entry'],
  ['/', 'Filter the list'],
] as const

/** Lists the keyboard shortcuts and turns those of a single key off. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(hasSingleKeys)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="stack">
        <dl className="shortcuts">
          {keys.map(([pressed, what]) => (
            <div key={pressed}>
              <dt>
                <kbd>{pressed}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="menu-choice">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              setIsOn(target.checked)
              setSingleKeys(target.checked)
            }}
          />
          Single-key shortcuts
        </label>
        <div className="row" data-align="end">
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
