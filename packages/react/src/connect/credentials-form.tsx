'use client'

import type { FormEvent } from 'react'
import type { UiApi } from '../api.ts'
import { useMutation } from '../use-mutation.ts'
import { useWords } from '../words/use-words.tsx'
import type { Connection, ProviderInfo } from '../config/wire.ts'
import { UiButton } from '../ui/button.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { connectMethod, credentialsMask, toCredentials } from './connect-method.ts'
import { requestConnectionUpdate } from './connect-operations.ts'
import { FormFields, issuesByInput, useInputValues } from './form-fields.tsx'

interface CredentialsFormProps {
  api: UiApi
  connection: Connection
  info: ProviderInfo
  providerName: string
  onSaved: (connection: Connection) => void
  onCancel: () => void
}

/** Asks for a new key, password or secret of an existing connection. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { api, connection, info, providerName, onSaved, onCancel } = props
  const { t } = useWords()
  const method = connectMethod(info)
  const inputs = method.kind === 'credentials' ? method.credentials : []
  const [values, setValues] = useInputValues(inputs)
  const { mutate, error, isPending } = useMutation(async () => {
    const mask = credentialsMask(info)
    if (!mask) return connection
    return requestConnectionUpdate(api, connection.id, {
      updateMask: [mask],
      connection: toCredentials(info, values),
    })
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    mutate(undefined, { onSuccess: onSaved }).catch(() => {
      // Shown below, from the mutation's state.
    })
  }

  return (
    <form className="plat-stack" onSubmit={submit} data-plat-part="credentials">
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
        <UiButton tone="quiet" onClick={onCancel}>
          {t('cancel')}
        </UiButton>
      </div>
    </form>
  )
}
