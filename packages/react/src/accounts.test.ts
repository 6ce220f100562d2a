import { expect, it } from 'vitest'
import { apis } from './api.ts'
import { beginOAuth } from './connect/connect-operations.ts'
import { connectionsQuery, installationQuery } from './queries.ts'

const people = { groupRef: 'acme', consumerRef: 'ana' }
const connection = (id: string) => ({ id, provider: 'salesforce', consumer: people })

/** A client of the default account and of another, and what they send. */
function givenAccounts() {
  const sent: { url: string; body: unknown }[] = []
  const apiFor = apis({
    project: 'demo',
    apiKey: 'key',
    baseUrl: 'http://platform.test',
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input))
      sent.push({ url: pathname + search, body: init?.body && JSON.parse(String(init.body)) })
      if (pathname.endsWith('/oauth-connect')) return new Response('http://provider.test')
      const rows = pathname.endsWith('/connections')
        ? [connection('conn_1'), connection('conn_2'), connection('conn_3')]
        : [
            { connection: connection('conn_1') },
            { instance: 'apac', connection: connection('conn_2') },
          ]
      return Response.json(pathname.includes('/integrations/') ? [] : rows)
    },
  })
  return { sent, ofDefault: apiFor(people), ofEmea: apiFor({ ...people, instance: 'emea' }) }
}

it('looks for the installation of the account, and caches each for itself', async () => {
  const { sent, ofDefault, ofEmea } = givenAccounts()
  const queries = [ofDefault, ofEmea].map((api) => installationQuery(api, { id: 'int_1' }))

  for (const query of queries) await query.fetch()

  expect(sent.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('instance'))).toEqual([
    '',
    'emea',
  ])
  expect(queries[0]?.key).not.toEqual(queries[1]?.key)
})

it('offers a further account no connection of another, and asks for a new one', async () => {
  const { sent, ofDefault, ofEmea } = givenAccounts()
  const request = { ...people, provider: 'salesforce' }

  const ofFirst = await connectionsQuery(ofDefault).fetch()
  const ofFurther = await connectionsQuery(ofEmea).fetch()
  await beginOAuth(ofDefault, request)
  await beginOAuth(ofEmea, request)

  expect(ofFirst.map(({ id }) => id)).toEqual(['conn_1', 'conn_2', 'conn_3'])
  expect(ofFurther.map(({ id }) => id)).toEqual(['conn_3'])
  const begun = sent.filter(({ url }) => url.endsWith('/oauth-connect'))
  expect(begun.map(({ body }) => body)).toEqual([
    { projectIdOrName: 'demo', ...request },
    { projectIdOrName: 'demo', ...request, addAccount: true },
  ])
})
