import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PlatformProvider } from '../platform-provider.tsx'
import type { Connection } from '../config/wire.ts'
import { ConnectionNotice } from './connection-details.tsx'

const raw = 'invalid_client_id: client identifier invalid'
const retryTime = '2026-01-15T09:30:00Z'

function renderNotice(state: Connection['health']['state'], change: Partial<Connection> = {}) {
  const connection: Connection = {
    id: 'conn_1',
    projectId: 'proj_1',
    provider: 'salesforce',
    group: { groupRef: 'acme', groupName: 'Acme', projectId: 'proj_1', createTime: retryTime },
    consumer: {
      consumerRef: 'ana',
      consumerName: 'Ana',
      projectId: 'proj_1',
      createTime: retryTime,
    },
    createTime: retryTime,
    authScheme: 'oauth2/authorizationCode',
    status: 'working',
    health: { state, ...(state !== 'healthy' && { reason: raw }) },
    ...change,
  }
  const notice = <ConnectionNotice connection={connection} providerName="Salesforce" />
  const html = renderToStaticMarkup(
    <PlatformProvider options={{ project: 'demo', apiKey: 'key' }}>{notice}</PlatformProvider>,
  )
  expect(html).not.toContain('invalid_client_id')
  return html
}

const failure = (kind: 'outage' | 'oauthClient') => ({
  refreshFailure: { kind, failuresInARow: 2, detail: raw },
})
const makeTried = (state: 'unconfirmed' | 'retrying' | 'failing') => ({
  health: { state, retryTime },
})

it.each([
  ['needsSignIn', {}, /sign-in is no longer valid.*Sign in again to resume syncing/],
  [
    'needsSignIn',
    {
      refusal: { detail: raw, since: retryTime, accountBlock: 'passwordExpired' },
      health: { state: 'needsSignIn', remedy: 'Set a new password, then sign in again.' },
    },
    /<p lang="en">Set a new password, then sign in again\.<\/p>/,
  ],
  ['unconfirmed', {}, /not confirmed this sign-in yet.*checked on first use/],
  [
    'unconfirmed',
    makeTried('unconfirmed'),
    /not confirmed this sign-in yet.*Retrying automatically.*2026/,
  ],
  [
    'retrying',
    { ...makeTried('retrying'), ...failure('outage') },
    /is not responding.*automatically.*2026/,
  ],
  [
    'failing',
    { ...makeTried('failing'), ...failure('outage') },
    /is not responding.*automatically.*2026/,
  ],
  [
    'failing',
    failure('oauthClient'),
    /rejecting requests from this product.*Contact support for this product/,
  ],
] as const)('explains the state %s without the text of the provider', (state, change, why) => {
  expect(renderNotice(state, change)).toMatch(why)
})

it('shows no retry time when the provider rejects the product', () => {
  const change = { ...makeTried('failing'), ...failure('oauthClient') }

  expect(renderNotice('failing', change)).not.toContain('2026')
})

it('shows no notice for a healthy connection', () => {
  expect(renderNotice('healthy')).not.toContain('plat-notice')
})
