import { afterEach, expect, it, vi } from 'vitest'
import { apis } from './api.ts'
import { warnOfIntegration, warnOfUnknown } from './words/hints.ts'

const ana = { groupRef: 'acme', consumerRef: 'ana' }

const page = (status: number) =>
  new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } })
const json = (body: unknown) => Response.json(body)

const asking = (options: Parameters<typeof apis>[0]) => () =>
  apis(options)(ana).get('/v1/projects/{projectIdOrName}', {
    params: { projectIdOrName: 'crm' },
    query: {},
  })

const warned = vi.fn()
afterEach(() => warned.mockReset())

it.each([200, 404])('names a missing baseUrl where a page is answered with %i', async (status) => {
  vi.stubGlobal('location', { origin: 'https://app.example' })
  const ask = asking({ project: 'crm', apiKey: 'key', fetch: async () => page(status) })

  await expect(ask()).rejects.toMatchObject({
    kind: 'base-url-wrong',
    message: expect.stringContaining(
      'https://app.example answered with a web page, so it is not the platform. Set baseUrl',
    ),
  })
  vi.unstubAllGlobals()
})

it('reports a wrong baseUrl, and treats the page of a gateway as an outage', async () => {
  const at = (status: number) =>
    asking({
      project: 'crm',
      apiKey: 'key',
      baseUrl: 'https://wrong.example',
      fetch: async () => page(status),
    })

  await expect(at(404)()).rejects.toMatchObject({
    message: expect.stringContaining('Correct baseUrl in the options of PlatformProvider.'),
  })
  await expect(at(502)()).rejects.toMatchObject({ status: 502 })
})

it.each([
  ['<!doctype html><title>My app</title>', 'getToken returned a web page in place of a token.'],
  ['{"token":"a.b.c"}', 'getToken returned JSON in place of a token.'],
  [{ token: 'a.b.c' }, 'getToken returned an object in place of a token.'],
  [undefined, 'getToken returned undefined in place of a token.'],
])('names a token route that answers %j', async (token, sentence) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => json({}))
  const ask = asking({
    ...{ project: 'crm', baseUrl: 'https://platform.example', fetch },
    getToken: async () => token as string,
  })

  await expect(ask()).rejects.toMatchObject({
    kind: 'token-malformed',
    message: expect.stringContaining(sentence),
  })
  expect(fetch).not.toHaveBeenCalled()
})

it('warns once about an unknown name and suggests the nearest one', () => {
  vi.spyOn(console, 'warn').mockImplementation(warned)
  const objects = ['Contact', 'Account']

  warnOfUnknown('The object in fieldMapping', ['contact', 'Account'], objects)
  warnOfUnknown('The object in fieldMapping', ['contact'], objects)
  warnOfUnknown('The option', ['baseURL'], ['project', 'baseUrl'])
  warnOfUnknown('The object in fieldMapping', ['Opportunity'], objects)

  expect(warned.mock.calls.flat()).toEqual([
    '[platform] The object in fieldMapping "contact" is unknown and has no effect. Did you mean "Contact"?',
    '[platform] The option "baseURL" is unknown and has no effect. Did you mean "baseUrl"?',
    '[platform] The object in fieldMapping "Opportunity" is unknown and has no effect. Expected: Contact, Account.',
  ])
})

it('names the integration that was probably meant', async () => {
  vi.spyOn(console, 'warn').mockImplementation(warned)
  const api = apis({
    ...{ project: 'crm', apiKey: 'key', baseUrl: 'https://platform.example' },
    fetch: async () => json([{ name: 'salesforce-sync' }]),
  })(ana)

  await warnOfIntegration(api, 'salesforce-snc')

  expect(warned.mock.calls.flat()).toEqual([
    '[platform] The project crm has no integration "salesforce-snc". Did you mean "salesforce-sync"?',
  ])
})
