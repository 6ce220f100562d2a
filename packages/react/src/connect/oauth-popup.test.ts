import { expect, it } from 'vitest'
import { outcomeOf } from './oauth-popup.ts'

const popup = {} as Window
const expected = { popup, origin: 'https://platform.test' }
const succeeded = { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: 'conn_1' } }
const message = (extra: object = {}) => ({
  origin: expected.origin,
  source: popup,
  data: succeeded,
  ...extra,
})

it('believes the popup that it opened', () => {
  expect(outcomeOf(message(), expected)).toEqual({
    eventType: 'AUTHORIZATION_SUCCEEDED',
    connectionId: 'conn_1',
  })
})

it('does not believe another origin, another window or another word', () => {
  expect(outcomeOf(message({ origin: 'https://evil.test' }), expected)).toBeUndefined()
  expect(outcomeOf(message({ source: {} as Window }), expected)).toBeUndefined()
  expect(outcomeOf(message({ data: { eventType: 'HELLO' } }), expected)).toBeUndefined()
  expect(outcomeOf(message({ data: null }), expected)).toBeUndefined()
})

it('passes on why the provider refused', () => {
  const data = { eventType: 'AUTHORIZATION_FAILED', data: { error: 'access_denied' } }

  expect(outcomeOf(message({ data }), expected)).toEqual({
    eventType: 'AUTHORIZATION_FAILED',
    error: 'access_denied',
    message: '',
  })
})
