import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useProject } from '../context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

/** Creates a link to the hosted page, on which a customer installs the integration without the product's page. */
export function CreateConnectLink({ integration }: { integration: string }) {
  const { actions } = useProject()
  const [isOpen, setIsOpen] = useState(false)
  const [groupRef, setGroupRef] = useState('')
  const [groupName, setGroupName] = useState('')
  const [hours, setHours] = useState('168')
  const [link, setLink] = useState<string>()
  const make = useAction(
    () =>
      actions.createConnectLink(integration, {
        groupRef,
        ...(groupName && { groupName }),
        hours: Number(hours),
      }),
    (created) => setLink(created.link),
  )
  const close = () => {
    setIsOpen(false)
    setLink(undefined)
  }

  return (
    <>
      <Button changes onClick={() => setIsOpen(true)}>
        Connect link
      </Button>
      {isOpen && (
        <Dialog title="Connect link" onClose={close}>
          <Form
            className="stack"
            error={make.error}
            onSubmit={() => void make.run()}
            onChange={() => setLink(undefined)}
          >
            <p>
              The link opens a page of this server on which your customer connects and installs{' '}
              {integration}. Anyone with the link can act for the customer until it expires.
            </p>
            <TextField
              label="Customer reference"
              name="groupRef"
              hint="Your groupRef of the customer."
              value={groupRef}
              onChange={(event) => setGroupRef(event.target.value)}
              required
              maxLength={512}
            />
            <TextField
              label="Customer name"
              name="groupName"
              hint="Shown on the page. Defaults to the reference."
              value={groupName}
              onChange={(event) => setGroupName(event.target.value)}
              maxLength={512}
            />
            <Select label="Valid for" value={hours} onChange={setHours}>
              <option value="24">1 day</option>
              <option value="168">7 days</option>
              <option value="720">30 days</option>
            </Select>
            <div aria-live="polite">{link && <CopyableId what="link">{link}</CopyableId>}</div>
            <div className="row" data-align="end">
              <Button onClick={close}>Close</Button>
              <Button tone="primary" type="submit" isBusy={make.isRunning}>
                {link ? 'Create another link' : 'Create link'}
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}
