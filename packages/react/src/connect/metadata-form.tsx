'use client'

import type { FormEvent } from 'react'
import type { UiApi } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import { keys } from '../queries.ts'
import { useMutation } from '../use-mutation.ts'
import { useWords } from '../words/use-words.tsx'
import type { Connection } from '../config/wire.ts'
import { UiButton } from '../ui/button.tsx'
import { StepHeading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { toProviderMetadata, type ConnectInput } from './connect-method.ts'
import { requestConnectionUpdate } from './connect-operations.ts'
import { FormFields, issuesByInput, useInputValues } from './form-fields.tsx'

/** Values that the user entered before; those reported by the provider cannot be edited. */
const listTypedMetadata = ({ providerMetadata = {} }: Connection) =>
  Object.fromEntries(
    Object.entries(providerMetadata).filter(([, { source }]) => source === 'input'),
  )

interface MetadataFormProps {
  api: UiApi
  connection: Connection
  inputs: ConnectInput[]
  providerName: string
}

/** Asks for metadata that a module needs and the connection lacks, with known values filled in. */
export function MetadataForm({ api, connection, inputs, providerName }: MetadataFormProps) {
  const { t } = useWords()
  const { store } = usePlatform()
  const [values, setValues] = useInputValues(inputs)
  const { mutate, error, isPending } = useMutation(async () => {
    const { providerMetadata, providerWorkspaceRef } = toProviderMetadata(inputs, values)
    await requestConnectionUpdate(api, connection.id, {
      updateMask: [
        'providerMetadata',
        ...(providerWorkspaceRef ? (['providerWorkspaceRef'] as const) : []),
      ],
      connection: {
        providerMetadata: { ...listTypedMetadata(connection), ...providerMetadata },
        ...(providerWorkspaceRef && { providerWorkspaceRef }),
      },
    })
    await store.invalidate(keys.connections(api))
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    mutate(undefined).catch(() => {
      // Shown below, from the mutation's state.
    })
  }

  return (
    <form className="plat-stack" onSubmit={submit} data-plat-part="metadata">
      <StepHeading>{t('moreDetails', { provider: providerName })}</StepHeading>
      <FormFields
        inputs={inputs}
        values={values}
        onChange={setValues}
        issues={issuesByInput(error)}
      />
      {error && (
        <UiProblemMessage error={error} title={t('notSaved')} providerName={providerName} />
      )}
      <div className="plat-actions">
        <UiButton tone="primary" type="submit" isBusy={isPending}>
          {isPending ? t('saving') : t('save')}
        </UiButton>
      </div>
    </form>
  )
}
