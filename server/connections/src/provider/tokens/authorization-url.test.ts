import { catalogue } from '@platform/connectors'
import { expect, it } from 'vitest'
import { authorizationUrl } from './authorization-url.ts'

const request = {
  clientId: 'app',
  scopes: ['read_user_profile', 'contact_read'],
  redirectUri: 'https://platform.test/callback',
  values: {},
  state: 'a state',
  codeVerifier: undefined,
}

function build(provider: string): string {
  const entry = catalogue[provider]
  if (!entry) throw new Error(`${provider} is not in the catalogue.`)
  return authorizationUrl(entry, request)
}

it('adds parameters to the fragment of a page that is rendered in the browser', () => {
  const [page, query = ''] = build('apolloOAuth').split('?')

  expect(page).toBe('https://app.apollo.io/#/oauth/authorize')
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    response_type: 'code',
    client_id: 'app',
    redirect_uri: 'https://platform.test/callback',
    state: 'a state',
    scope: 'read_user_profile contact_read',
  })
})

it('adds parameters to the query of other pages', () => {
  expect(build('attio')).toMatch(/^https:\/\/app\.attio\.com\/authorize\?response_type=code&/)
})
