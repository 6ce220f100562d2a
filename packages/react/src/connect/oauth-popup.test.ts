import { expect, it } from 'vitest'
import { popupOutcome } from './oauth-popup.ts'

const popup = {} as Window
const expected = { popup, origin: 'https://platform.test' }
const succeeded = { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: 'conn_1' } }
const message = (extra: object = {}) => ({
  origin: expected.origin,
  source: popup,
  data: succeeded,
  ...extra,
})

it('accepts a message from its own popup', () => {
  expect(popupOutcome(message(), expected)).toEqual({
    eventType: 'AUTHORIZATION_SUCCEEDED',
    connectionId: 'conn_1',
  })
})

it('rejects another origin, another window and unknown messages', () => {
  expect(popupOutcome(message({ origin: 'https://evil.test' }), expected)).toBeUndefined()
  expect(popupOutcome(message({ source: {} as Window }), expected)).toBeUndefined()
  expect(popupOutcome(message({ data: { eventType: 'HELLO' } }), expected)).toBeUndefined()
  expect(popupOutcome(message({ data: null }), expected)).toBeUndefined()
})

it.each([
  ['https://login.test/install?p0=1', { installURL: 'https://login.test/install?p0=1' }],
  ['javascript:alert(1)', {}],
  [5, {}],
])('accepts only a web address to install the app: %s', (installURL, accepted) => {
  const data = {
    eventType: 'AUTHORIZATION_FAILED',
    data: { error: 'x', installURL },
    message: 'no',
  }

  expect(popupOutcome(message({ data }), expected)).toEqual({
    eventType: 'AUTHORIZATION_FAILED',
    ...{ error: 'x', message: 'no' },
    ...accepted,
  })
})

it('returns the error from the provider', () => {
  const data = { eventType: 'AUTHORIZATION_FAILED', data: { error: 'access_denied' } }

  expect(popupOutcome(message({ data }), expected)).toEqual({
    eventType: 'AUTHORIZATION_FAILED',
    error: 'access_denied',
    message: '',
  })
})
