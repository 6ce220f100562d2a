import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PlatformProvider } from '../platform-provider.tsx'
import type { Connection } from '../wire.ts'
import { ConnectionNotice } from './connection-details.tsx'

const raw = 'invalid_client_id: client identifier invalid'
const retryTime = '2026-01-15T09:30:00Z'

function noticeOf(state: Connection['health']['state'], change: Partial<Connection> = {}) {
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
const tried = (state: 'unconfirmed' | 'retrying' | 'failing') => ({ health: { state, retryTime } })

it.each([
  ['needs_sign_in', {}, /no longer accepts the sign-in.*until somebody signs in again/],
  ['unconfirmed', {}, /not confirmed the sign-in yet.*first use will tell/],
  [
    'unconfirmed',
    tried('unconfirmed'),
    /not confirmed the sign-in yet.*tried again by itself.*2026/,
  ],
  ['retrying', { ...tried('retrying'), ...failure('outage') }, /does not answer.*itself.*2026/],
  ['failing', { ...tried('failing'), ...failure('outage') }, /does not answer.*itself.*2026/],
  [
    'failing',
    failure('oauthClient'),
    /does not accept this product.*Ask the support of this product/,
  ],
] as const)('says of a connection that is %s why, in words of its own', (state, change, why) => {
  expect(noticeOf(state, change)).toMatch(why)
})

it('says of a product that the provider refuses no time at which that would mend itself', () => {
  const change = { ...tried('failing'), ...failure('oauthClient') }

  expect(noticeOf('failing', change)).not.toContain('2026')
})

it('says nothing of a connection that is well', () => {
  expect(noticeOf('healthy')).not.toContain('plat-notice')
})
