'use client'

import { useState } from 'react'
import { UiButton } from '../ui/button.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { UiTextField } from '../ui/text-field.tsx'
import { useAllWords } from '../words/all-words.ts'
import type { AccountWords } from './account-words.ts'

interface NameFormProps {
  words: AccountWords
  name?: string
  /** Names of the other accounts, which are refused. */
  others: readonly string[]
  submit: string
  isBusy?: boolean
  error?: Error | null
  onName: (name: string) => void
  onCancel: () => void
}

const normalize = (name: string) => name.trim().toLocaleLowerCase()

/** Asks for the name of an account. */
export function NameForm({
  words,
  name = '',
  others,
  submit,
  isBusy = false,
  error,
  onName,
  onCancel,
}: NameFormProps) {
  const { t } = useAllWords()
  const [entered, setEntered] = useState(name)
  const isTaken = others.some((other) => normalize(other) === normalize(entered))

  return (
    <form
      className="plat-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && !isTaken) onName(entered.trim())
      }}
    >
      <UiTextField
        label={words.name}
        hint={words.hint}
        {...(isTaken && { error: words.taken })}
        value={entered}
        maxLength={100}
        // Not of blanks alone.
        pattern=".*\S.*"
        required
        onChange={({ target }) => setEntered(target.value)}
      />
      {error && <UiProblemMessage error={error} />}
      <div className="plat-actions">
        <UiButton type="submit" tone="primary" isBusy={isBusy} disabled={isBusy || isTaken}>
          {submit}
        </UiButton>
        <UiButton onClick={onCancel}>{t('cancel')}</UiButton>
      </div>
    </form>
  )
}
