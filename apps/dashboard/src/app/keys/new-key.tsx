import type { Schemas } from '@platform/client'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'

export interface NewKeyProps {
  apiKey: Schemas['ApiKey']
  onDone: () => void
}

/** Shows the new key, which cannot be read later. */
export function NewKey({ apiKey: { label, key, receiveToken }, onDone }: NewKeyProps) {
  const secret = receiveToken ?? key
  const what = receiveToken ? 'token' : 'key'
  return (
    <div className="notice" data-tone="good" aria-live="polite">
      <div className="notice-text">
        <p className="strong">
          {receiveToken ? 'PLATFORM_RECEIVE' : 'Secret key'} of “{label}”
        </p>
        <p>Copy the {what} now. It is not shown again.</p>
        {secret && <CopyableId what={what}>{secret}</CopyableId>}
        <div className="notice-foot">
          <Button onClick={onDone}>I copied the {what}</Button>
        </div>
      </div>
    </div>
  )
}
