import { createServer } from 'node:http'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import { expect, it, onTestFinished } from 'vitest'
import { createEgress } from '../egress/egress.ts'
import { requestTokens } from './token-request.ts'
import { must } from '../values/must.ts'
import { portOf } from '../values/port-of.ts'

/** Asks a token endpoint that answers like this, and answers how that failed. */
async function failing(
  status: number,
  body: unknown,
  grant: Record<string, string> = { grant_type: 'refresh_token', refresh_token: 'r' },
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const server = createServer((_request, reply) => reply.writeHead(status).end(text))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  onTestFinished(async () => {
    server.close().closeAllConnections()
    await egress.close()
  })
  const url = `http://127.0.0.1:${portOf(server)}/`
  const { hubspot } = overlayCatalogue(catalogue, {
    hubspot: { baseURL: url, oauth2Opts: { tokenURL: url } },
  })
  const client = { clientId: 'id', clientSecret: 'secret' }
  return requestTokens(egress, {
    entry: must(hubspot, 'hubspot'),
    client,
    values: {},
    grant,
    now: new Date(),
  }).then(
    () => undefined,
    (error: unknown) => error as Error & { failure: string },
  )
}

it.each([
  [400, { error: 'invalid_grant', error_description: 'expired' }],
  [400, { status: 'BAD_REFRESH_TOKEN', message: 'gone' }],
  [200, { ok: false, error: 'token_revoked' }],
  [401, { error: 'bad_refresh_token' }],
])('takes %i %j for the end of the grant', async (status, body) => {
  expect(await failing(status, body)).toMatchObject({ failure: 'credentials' })
})

it.each([
  [403, '<html>Forbidden by the proxy</html>'],
  [404, '<html>Not here</html>'],
  [401, ''],
  [400, '{"half":'],
  [400, { error: 'invalid_request' }],
  [400, { error: 'temporarily_unavailable' }],
  [400, { error: { code: 190, message: 'odd' } }],
  [429, {}],
  [502, '<html>Bad gateway</html>'],
  [200, '<html>Sign in to the network</html>'],
  [200, {}],
])('takes %i %j for an outage, and leaves the grant', async (status, body) => {
  expect(await failing(status, body)).toMatchObject({ failure: 'unavailable' })
})

it("tells the builder that their client is not accepted, and leaves the end user's grant", async () => {
  const refusal = await failing(401, { error: 'invalid_client' })

  expect(refusal).toMatchObject({
    failure: 'unavailable',
    message:
      'HubSpot answered 401 (invalid_client). Its OAuth client is not accepted: correct the provider app of the project.',
  })
})

it.each(['client_credentials', 'password'])(
  'takes a refused client for the end where it is the own one of the end user: %s',
  async (grant_type) => {
    const refusal = await failing(401, { error: 'invalid_client' }, { grant_type })

    expect(refusal).toMatchObject({ failure: 'credentials' })
  },
)
