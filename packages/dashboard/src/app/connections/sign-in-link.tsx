import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../api/use-action.ts'
import { useProject } from '../context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { ProblemMessage } from '../ui/problem-message.tsx'

/**
 * Creates a link with which the customer signs in again, or enters new credentials, without the
 * product's page.
 */
export const SignInLink = ({ connection }: { connection: Schemas['Connection'] }) =>
  connection.authScheme !== 'none' && <LinkButton connection={connection} />

function LinkButton({ connection }: { connection: Schemas['Connection'] }) {
  const { id, group } = connection
  const providerName = useProviderNames()
  const { actions } = useProject()
  const [isOpen, setIsOpen] = useState(false)
  const [hours, setHours] = useState('24')
  const [mayChange, setMayChange] = useState(false)
  const [link, setLink] = useState<string>()
  const make = useAction(() => actions.makeSignInLink(id, Number(hours), mayChange), setLink)
  const isOAuth = connection.authScheme.startsWith('oauth2/authorizationCode')
  const close = () => {
    setIsOpen(false)
    setLink(undefined)
  }

  return (
    <>
      <Button changes onClick={() => setIsOpen(true)}>
        Sign-in link
      </Button>
      {isOpen && (
        <Dialog title="Sign-in link" onClose={close}>
          <div className="stack">
            {make.error && <ProblemMessage error={make.error} />}
            <p>
              Send this link to {group.groupName || group.groupRef}.{' '}
              {whatFollows(connection, providerName(connection.provider), mayChange)} It works once.
            </p>
            <Select label="Valid for" value={hours} onChange={setHours}>
              <option value="1">1 hour</option>
              <option value="24">1 day</option>
              <option value="168">7 days</option>
            </Select>
            {isOAuth && (
              <label className="choice">
                <input
                  type="checkbox"
                  checked={mayChange}
                  onChange={(event) => {
                    setMayChange(event.target.checked)
                    setLink(undefined)
                  }}
                />
                <span>
                  Allow another account
                  <span className="sub">
                    If the customer signs in to another account, it replaces the connected one.
                    Their settings are kept, and all data is read again.
                  </span>
                </span>
              </label>
            )}
            <div aria-live="polite">{link && <CopyableId what="link">{link}</CopyableId>}</div>
            <div className="row" data-align="end">
              <Button onClick={close}>Close</Button>
              <Button tone="primary" isBusy={make.isRunning} onClick={() => void make.run()}>
                {link ? 'Create another link' : 'Create link'}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

function whatFollows(
  { authScheme }: Schemas['Connection'],
  name: string,
  mayChange: boolean,
): string {
  if (authScheme.startsWith('oauth2/authorizationCode')) {
    return `It opens the ${name} sign-in and accepts ${mayChange ? 'any account' : 'only the connected account'}.`
  }
  if (authScheme === 'custom') {
    return `It opens the ${name} sign-in, or a form for new ${name} credentials, which are checked before they are saved.`
  }
  return `It opens a form for new ${name} credentials, which are checked before they are saved.`
}
