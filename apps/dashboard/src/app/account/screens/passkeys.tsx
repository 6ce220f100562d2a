import { useState } from 'react'
import { useDashboard } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { canUsePasskeys, isAddress } from '../../can-use-passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Table } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { deletePasskey } from '../actions.ts'
import { passkeysQuery, type Passkey } from '../queries.ts'
import { addPasskey } from '../web-authn.ts'

const getPasskeyName = ({ name }: Passkey) => name ?? 'Passkey'

export function Passkeys() {
  const [isAdding, setIsAdding] = useState(false)
  const { store } = useDashboard()
  const [leaving, setLeaving] = useState<Passkey>()
  return (
    <Section
      title="Passkeys"
      aside={canUsePasskeys() && <Button onClick={() => setIsAdding(true)}>Add passkey</Button>}
    >
      <p className="muted">
        Sign in with the PIN, fingerprint or face unlock of your device instead of a password and
        code.
      </p>
      {!canUsePasskeys() && <WhyNot />}
      <Loaded result={useQuery(passkeysQuery)}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No passkeys yet" />
          ) : (
            <div className="list">
              <Table
                caption="Passkeys"
                rows={rows}
                keyOf={(passkey) => passkey.id}
                columns={[
                  { title: 'Name', render: getPasskeyName },
                  { title: 'Added', render: ({ createdAt }) => <Time at={createdAt} /> },
                  {
                    title: 'Actions',
                    align: 'end',
                    render: (passkey) => (
                      <Button
                        aria-label={`Remove ${getPasskeyName(passkey)}`}
                        onClick={() => setLeaving(passkey)}
                      >
                        Remove
                      </Button>
                    ),
                  },
                ]}
              />
            </div>
          )
        }
      </Loaded>
      {isAdding && <AddPasskey onClose={() => setIsAdding(false)} />}
      {leaving && (
        <Confirm
          title={`Remove “${getPasskeyName(leaving)}”?`}
          doIt="Remove"
          act={async () => {
            await deletePasskey(leaving.id)
            await store.invalidate(passkeysQuery.key)
          }}
          onClose={() => setLeaving(undefined)}
        >
          You can no longer sign in with this passkey. Delete it from your device as well.
        </Confirm>
      )}
    </Section>
  )
}

function WhyNot() {
  const { protocol, port } = location
  const named = `${protocol}//localhost${port && `:${port}`}/account`
  if (!isAddress()) {
    return <p className="hint">Adding a passkey requires HTTPS and a recent browser.</p>
  }
  return (
    <p className="hint">
      Passkeys require a domain name, and this page was opened by IP address.
      {/^127\.|^\[::1\]$/.test(location.hostname) && (
        <>
          {' '}
          Sign in at <a href={named}>{named}</a> to add one.
        </>
      )}
    </p>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { store } = useDashboard()
  const add = useAction(
    (form: FormData) => addPasskey(String(form.get('name'))),
    async () => {
      await store.invalidate(passkeysQuery.key)
      onClose()
    },
  )
  return (
    <FormDialog title="Add passkey" doIt="Add" action={add} onClose={onClose}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={64}
        hint="Where the passkey is stored, such as “Work laptop”. Your browser guides you through the setup."
      />
    </FormDialog>
  )
}
