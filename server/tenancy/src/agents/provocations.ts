import * as contract from '@platform/contract'
import { atLimit, type Provocations } from '@platform/testing/provocations'
import type { TestApi } from '@platform/testing/test-api'

/** Returns the authorization request of a registered client. */
export async function givenAgentRequest({ api }: { api: TestApi }): Promise<string> {
  const redirectUri = 'https://agent.example/callback'
  const { body } = await api.call('POST', '/oauth/register', {
    body: { client_name: 'Agent', redirect_uris: [redirectUri] },
  })
  return String(
    new URLSearchParams({
      response_type: 'code',
      client_id: body.client_id,
      redirect_uri: redirectUri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }),
  )
}

export const agentProblems: Provocations = {
  connectAgent: {
    'limit-reached': atLimit('agents', async (world) =>
      world.send(contract.connectAgent, {
        body: { request: await givenAgentRequest(world), capabilities: [] },
      }),
    ),
  },
}
