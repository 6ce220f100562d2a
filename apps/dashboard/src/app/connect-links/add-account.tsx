import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { makeInstance } from '@platform/client/account-names'
import { useList } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { nameOfAccount } from '../installations/name-of-account.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/form/field.tsx'
import { LinkDialog } from '../ui/form/link-dialog.tsx'
import { lifetimesOfLinks } from './lifetimes.ts'

interface AddAccountProps {
  group: { groupRef: string; groupName?: string | undefined }
}

/**
 * Creates a link with which a customer connects a further account of an integration. Shown if the customer has
 * installed an integration that allows several.
 */
export function AddAccount({ group }: AddAccountProps) {
  const { queries } = useProject()
  const { groupRef } = group
  const installations = useList(queries.installations({ groupRef }), { atFirst: 200 })
  const integrations = useList(queries.integrations(), { atFirst: 200 })
  const [isOpen, setIsOpen] = useState(false)
  const installed = installations.data ?? []
  const several = (integrations.data ?? []).filter(
    ({ id, latestRevision }) =>
      latestRevision.content.multiple && installed.some((one) => one.integrationId === id),
  )
  if (several.length === 0) return null

  return (
    <>
      <Button changes onClick={() => setIsOpen(true)}>
        Add account
      </Button>
      {isOpen && (
        <AddAccountDialog
          group={group}
          integrations={several}
          installations={installed}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface AddAccountDialogProps extends AddAccountProps {
  integrations: Schemas['Integration'][]
  installations: Schemas['Installation'][]
  onClose: () => void
}

function AddAccountDialog({ group, integrations, installations, onClose }: AddAccountDialogProps) {
  const { actions, queries, store } = useProject()
  const { groupRef, groupName } = group
  const [integrationId, setIntegrationId] = useState(integrations[0]?.id ?? '')
  const [name, setName] = useState('')
  const chosen = integrations.find(({ id }) => id === integrationId)
  const accounts = installations.filter((one) => one.integrationId === integrationId)
  const isTaken = accounts.some((one) => normalize(nameOfAccount(one) ?? '') === normalize(name))
  const create = async (_form: FormData, hours: number) => {
    const displayName = name.trim()
    const taken = accounts.map(({ instance = '' }) => instance)
    const { link } = await actions.createConnectLink(integrationId, {
      groupRef,
      ...(groupName && { groupName }),
      instance: makeInstance(displayName, taken),
      displayName,
      hours,
    })
    await store.invalidate(queries.connectLinks().key)
    return link
  }

  return (
    <LinkDialog
      title="Add account"
      hours={168}
      lifetimes={lifetimesOfLinks}
      create={create}
      onClose={onClose}
    >
      <p>
        The link opens a page of this server on which {groupName || groupRef} connects a further
        account of {chosen?.name}. Anyone with the link can act for the customer until it expires.
        It is shown only once.
      </p>
      {integrations.length > 1 && (
        <Select label="Integration" value={integrationId} onChange={setIntegrationId}>
          {integrations.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label="Name of the account"
        name="displayName"
        hint="Shown to people, such as Sales EMEA. Can be changed later."
        required
        // Not of blanks alone.
        pattern=".*\S.*"
        maxLength={100}
        autoComplete="off"
        value={name}
        ref={(input) => input?.setCustomValidity(isTaken ? 'Another account has this name.' : '')}
        onChange={({ target }) => setName(target.value)}
      />
    </LinkDialog>
  )
}

const normalize = (name: string) => name.trim().toLocaleLowerCase()
