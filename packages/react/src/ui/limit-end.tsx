'use client'

import type { Health } from '../config/wire.ts'
import { useAllWords } from '../words/all-words.ts'

/** Says when reading resumes after the provider's limit was reached; nothing in other states. */
export function LimitEnd({ of: { state, retryTime }, provider }: { of: Health; provider: string }) {
  const { t, moment } = useAllWords()
  return state === 'limited' && retryTime ? (
    <p className="plat-muted">{t('limitedUntil', { provider, time: moment(retryTime) })}</p>
  ) : null
}
