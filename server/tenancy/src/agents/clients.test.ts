import { expect, it } from 'vitest'
import { findAgentClient } from './clients.ts'
import { isRegisteredUri } from './redirect-uris.ts'

const id = 'https://agent.example/client.json'
const document = {
  client_id: id,
  client_name: 'Agent',
  redirect_uris: ['https://agent.example/callback'],
}

/** Looks up a client whose address returns this reply. */
const findClient = (body: unknown, { at = id, status = 200 } = {}) =>
  findAgentClient(
    {
      secrets: { seal: nobody, sealAll: nobody, open: nobody, ready: nobody },
      egress: {
        request: async () => ({
          status,
          headers: {},
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      },
    },
    at,
  )
const nobody = async (): Promise<never> => {
  throw new Error('Nothing is encrypted.')
}

it('reads a client from the address that is its ID', async () => {
  expect(await findClient(document)).toEqual({
    id,
    name: 'Agent',
    redirectUris: ['https://agent.example/callback'],
    document: id,
  })
})

it.each([
  ['https://claude.ai/oauth/claude-code-client-metadata', 'http://localhost/callback', 3118],
  ['https://claude.ai/oauth/claude-code-client-metadata', 'http://127.0.0.1/callback', 40_000],
  ['https://zed.dev/oauth/client-metadata.json', 'http://127.0.0.1/callback', 1024],
])('accepts any port on the machine for the metadata at %s', async (at, uri, port) => {
  const published = { client_id: at, client_name: 'Agent', redirect_uris: [uri] }
  const { redirectUris } = await findClient(published, { at })
  const withPort = uri.replace('/callback', `:${port}/callback`)

  expect(isRegisteredUri(redirectUris, withPort)).toBe(true)
  expect(isRegisteredUri(redirectUris, withPort.replace('callback', 'other'))).toBe(false)
  expect(isRegisteredUri(redirectUris, withPort.replace('http:', 'https:'))).toBe(false)
})

it.each([
  ['of another client', { ...document, client_id: 'https://evil.example/client.json' }, {}],
  ['without redirect URIs', { ...document, redirect_uris: [] }, {}],
  ['with a script as redirect URI', { ...document, redirect_uris: ['javascript:alert(1)'] }, {}],
  ['that is no JSON', '<html>', {}],
  ['that redirects', document, { status: 302 }],
  ['at the root of a host', document, { at: 'https://agent.example/' }],
  ['with a user in the address', document, { at: 'https://a@agent.example/client.json' }],
  [
    'with another spelling of the address',
    document,
    { at: 'https://agent.example/x/../client.json' },
  ],
  ['at no address', document, { at: 'https://' }],
])('rejects metadata %s', async (_what, body, options) => {
  await expect(findClient(body, options)).rejects.toThrow('The metadata of the client at')
})
