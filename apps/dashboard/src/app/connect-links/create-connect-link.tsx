import { useState } from 'react'
import { useList } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/form/field.tsx'
import { LinkDialog } from '../ui/form/link-dialog.tsx'
import { lifetimesOfLinks } from './lifetimes.ts'

interface CreateConnectLinkProps {
  /** Chosen in the dialog if unset. */
  integration?: string
}

/** Creates a link to the hosted page, on which a customer installs an integration without the product's page. */
export function CreateConnectLink({ integration }: CreateConnectLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)

  return (
    <>
      <Button changes tone={integration ? undefined : 'primary'} onClick={() => setIsOpen(true)}>
        {integration ? 'Connect link' : 'Create connect link'}
      </Button>
      {isOpen &&
        (integration ? (
          <ConnectLinkDialog integrations={[integration]} onClose={close} />
        ) : (
          <AnyIntegration onClose={close} />
        ))}
    </>
  )
}

function AnyIntegration({ onClose }: { onClose: () => void }) {
  const { queries } = useProject()
  const { data } = useList(queries.integrations(), { atFirst: 200 })
  return data && <ConnectLinkDialog integrations={data.map(({ name }) => name)} onClose={onClose} />
}

interface ConnectLinkDialogProps {
  integrations: string[]
  onClose: () => void
}

function ConnectLinkDialog({ integrations, onClose }: ConnectLinkDialogProps) {
  const { actions, queries, store } = useProject()
  const [first = ''] = integrations
  const [integration, setIntegration] = useState(first)
  const create = async (form: FormData, hours: number) => {
    const { link } = await actions.createConnectLink(integration, {
      groupRef: String(form.get('groupRef')),
      ...(form.get('groupName') !== '' && { groupName: String(form.get('groupName')) }),
      ...(form.get('returnUrl') !== '' && { returnUrl: String(form.get('returnUrl')) }),
      hours,
    })
    await store.invalidate(queries.connectLinks().key)
    return link
  }

  return (
    <LinkDialog
      title="Connect link"
      hours={168}
      lifetimes={lifetimesOfLinks}
      create={create}
      onClose={onClose}
    >
      <p>
        The link opens a page of this server on which your customer connects and installs{' '}
        {integrations.length === 1 ? first : 'the integration'}. Anyone with the link can act for
        the customer until it expires. It is shown only once.
      </p>
      {integrations.length > 1 && (
        <Select label="Integration" value={integration} onChange={setIntegration}>
          {integrations.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
      <TextField
        label="Customer reference"
        name="groupRef"
        hint="Your groupRef of the customer."
        required
        maxLength={512}
      />
      <TextField
        label="Customer name"
        name="groupName"
        hint="Shown on the page. Defaults to the reference."
        maxLength={512}
      />
      <TextField
        label="Return URL"
        name="returnUrl"
        type="url"
        hint="Optional. The page of your product that the hosted page links back to."
        maxLength={2048}
      />
    </LinkDialog>
  )
}
