'use client'

import { useWords } from '../words/use-words.tsx'
import type { Health } from '../config/wire.ts'
import { UiBadge, type BadgeTone } from './layout.tsx'

const states = {
  unconfirmed: ['warning', 'unconfirmed'],
  retrying: ['warning', 'retrying'],
  limited: ['warning', 'limitReached'],
  needsSignIn: ['bad', 'needsSignIn'],
  paused: ['warning', 'paused'],
  failing: ['bad', 'failing'],
} as const satisfies Record<Exclude<Health['state'], 'healthy'>, [BadgeTone, string]>

/** Shows a health state; `healthy` is the label of the healthy state. */
export function UiHealthBadge({
  of: { state },
  healthy,
}: {
  of: Health
  healthy: 'connected' | 'installed' | 'active'
}) {
  const { t } = useWords()
  const [tone, word] = state === 'healthy' ? (['good', healthy] as const) : states[state]
  return <UiBadge tone={tone}>{t(word)}</UiBadge>
}
