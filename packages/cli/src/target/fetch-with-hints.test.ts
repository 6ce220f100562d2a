import { createClient } from '@platform/client'
import { expect, it } from 'vitest'
import { fetchWithHints } from './fetch-with-hints.ts'
import * as given from '../testing/given.ts'

it('requests the list of projects once for concurrent 404s', async () => {
  const missed = {
    status: 404,
    body: { type: '/problems/project-not-found', status: 404, title: 'None', detail: 'No demoo.' },
  }
  const { baseUrl, asked } = await given.platform({
    'GET /v1/projects/demoo/destinations': missed,
    'GET /v1/projects/demoo/provider-apps': missed,
    'GET /v1/projects': { body: [{ name: 'demo' }] },
  })
  const fetchIt = fetchWithHints(createClient({ baseUrl, apiKey: 'key' }))
  const urls = ['destinations', 'provider-apps'].map((of) => `${baseUrl}/v1/projects/demoo/${of}`)

  const replies = await Promise.all(urls.map(async (url) => (await fetchIt(url)).json()))

  const detail = 'No demoo. Did you mean `demo`?'
  expect(replies).toMatchObject([{ detail }, { detail }])
  expect(asked.filter(({ url }) => url.startsWith('/v1/projects?'))).toHaveLength(1)
})
