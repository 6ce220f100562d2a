'use client'

import { useState } from 'react'
import { UiButton } from '../ui/button.tsx'
import { CardHeader } from '../ui/layout.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { UiTextField } from '../ui/text-field.tsx'
import { useAllWords } from '../words/all-words.ts'
import type { DestinationText } from './destination-words.ts'
import type { DestinationWithSecret } from './destination-types.ts'

interface SigningSecretProps {
  w: DestinationText
  of: DestinationWithSecret
  onDone: () => void
}

/** Shows the signing secret once. */
export function SigningSecret({ w, of, onDone }: SigningSecretProps) {
  const { t, moment } = useAllWords()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="plat-stack">
      <CardHeader title={w('secret')} subtitle={<bdi>{of.label}</bdi>} mark={null} />
      <UiTextField
        label={w('secret')}
        hint={w('secretText')}
        value={of.webhookSigningKey}
        dir="ltr"
        readOnly
        onFocus={({ target }) => target.select()}
      />
      {of.formerKeyUntil && <p>{w('formerUntil', { time: moment(of.formerKeyUntil) })}</p>}
      <div className="plat-actions">
        <UiButton
          onClick={() => {
            void navigator.clipboard?.writeText(of.webhookSigningKey).then(() => {
              setIsCopied(true)
              announce(t('copied'))
            })
          }}
        >
          {isCopied ? t('copied') : w('copy')}
        </UiButton>
        <UiButton tone="primary" onClick={onDone}>
          {w('done')}
        </UiButton>
      </div>
    </div>
  )
}
