import { catalogue, sampleValues } from '@platform/connectors'
import { describe, expect, it } from 'vitest'
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

it('requests scopes of a Slack user in the parameter that Slack reads them from', () => {
  const query = Object.fromEntries(new URL(build('slackUser')).searchParams)

  expect(query).toMatchObject({ user_scope: 'read_user_profile,contact_read' })
  expect(query).not.toHaveProperty('scope')
})

it('adds parameters to the query of other pages', () => {
  expect(build('attio')).toMatch(/^https:\/\/app\.attio\.com\/authorize\?response_type=code&/)
})

describe('scopes that name the account', () => {
  const buildFor = (workspace: string, scopes = ['user_impersonation', 'offline_access']) =>
    authorizationUrl(catalogue['dynamicsCRM']!, {
      ...request,
      scopes,
      values: { workspace, region: 'crm4' },
    })

  it('contain its address, by their short and whole names', () => {
    const { scopes } = catalogue['dynamicsCRM']!.info
    const proposed = [...scopes!.signIn!, ...scopes!.offline!, ...scopes!.byObject!['*']!.read!]

    const sent = [buildFor('acme'), buildFor('acme', [...new Set(proposed)])].map((url) =>
      new URL(url).searchParams.get('scope'),
    )

    const expected = 'https://acme.api.crm4.dynamics.com/user_impersonation offline_access'
    expect(sent).toEqual([expected, expected])
  })

  it.each(['acme Mail.ReadWrite', 'acme,Mail', 'acme\nMail', ''])(
    'reject the value %j',
    (value) => {
      expect(() => buildFor(value)).toThrow('workspace')
    },
  )
})

const withSignIn = Object.values(catalogue).filter(({ info }) => info.oauth2Opts?.authURL)

it.each(withSignIn.map((entry) => [entry.info.name, entry] as const))(
  'builds the URL of %s without variables and placeholders',
  (_name, entry) => {
    const { signIn = [], offline = [], byObject = {} } = entry.info.scopes ?? {}
    const ofObjects = Object.values(byObject).flatMap(({ read = [], write = [] }) => [
      ...read,
      ...write,
    ])
    const scopes = [...signIn, ...offline, ...ofObjects]
    const { authURL, scopeMappings = {} } = entry.info.oauth2Opts!
    const templates = [authURL!, ...scopes, ...Object.values(scopeMappings)]

    const url = authorizationUrl(entry, {
      ...request,
      scopes,
      values: sampleValues(entry, templates),
    })

    expect(decodeURIComponent(url)).not.toMatch(/[{}<>]|…/)
    // A scope with spaces is read as several.
    expect(scopes.filter((scope) => /\s/.test(scope))).toEqual([])
  },
)
