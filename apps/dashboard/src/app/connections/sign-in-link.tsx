import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { Button } from '../ui/button.tsx'
import { LinkDialog } from '../ui/form/link-dialog.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'

interface SignInLinkProps {
  connection: Schemas['Connection']
  /** Label of the button. */
  label?: string
}

/**
 * Creates a link with which the customer signs in again, or enters new credentials, without the
 * product's page.
 */
export const SignInLink = (props: SignInLinkProps) =>
  props.connection.authScheme !== 'none' && <LinkButton {...props} />

function LinkButton({ connection, label = 'Sign-in link' }: SignInLinkProps) {
  const { id, group } = connection
  const providerName = useProviderNames()
  const { actions } = useProject()
  const [isOpen, setIsOpen] = useState(false)
  const [mayChange, setMayChange] = useState(false)
  const isOAuth = connection.authScheme.startsWith('oauth2/authorizationCode')

  return (
    <>
      <Button changes onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <LinkDialog
          title="Sign-in link"
          hours={24}
          lifetimes={[
            [1, '1 hour'],
            [24, '1 day'],
            [168, '7 days'],
          ]}
          create={(_form, hours) => actions.makeSignInLink(id, hours, mayChange)}
          onClose={() => setIsOpen(false)}
        >
          <p>
            Send this link to {group.groupName || group.groupRef}.{' '}
            {whatFollows(connection, providerName(connection.provider), mayChange)} It works once.
          </p>
          {isOAuth && (
            <label className="choice">
              <input
                type="checkbox"
                checked={mayChange}
                onChange={(event) => setMayChange(event.target.checked)}
              />
              <span>
                Allow another account
                <span className="sub">
                  If the customer signs in to another account, it replaces the connected one. Their
                  settings are kept, and all data is read again.
                </span>
              </span>
            </label>
          )}
        </LinkDialog>
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
