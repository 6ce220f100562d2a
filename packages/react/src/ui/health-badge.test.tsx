import { healthStates, healthTones, healthWords, type Schemas } from '@platform/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SubscriptionFields } from '../install/subscription.tsx'
import { PlatformProvider } from '../platform-provider.tsx'
import { UiHealthBadge } from './health-badge.tsx'

const renderBadge = (children: React.ReactNode) =>
  renderToStaticMarkup(
    <PlatformProvider options={{ project: 'demo', apiKey: 'key' }}>{children}</PlatformProvider>,
  )
const badge = (state: Schemas['Health']['state'], word: string) =>
  expect.stringMatching(new RegExp(`data-tone="${healthTones[state]}"[^>]*>(<[^>]*>)*${word}<`))

it.each(healthStates)('uses the same label for %s as the dashboard', (state) => {
  const word = state === 'healthy' ? 'Active' : healthWords[state]

  expect(renderBadge(<UiHealthBadge of={{ state }} healthy="active" />)).toEqual(badge(state, word))
})

it.each(healthStates)('shows changes that are %s with the health of the server', (state) => {
  const word = state === 'healthy' ? 'Active' : healthWords[state]
  const subscription = { state: 'active', delivery: 'push', health: { state } } as const

  expect(renderBadge(<SubscriptionFields subscription={subscription} />)).toEqual(
    badge(state, word),
  )
})
