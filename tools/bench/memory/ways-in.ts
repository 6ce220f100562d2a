/** Attacks through replies that are no lists of records, and through requests of strangers. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher, request } from 'undici'

export interface AttackingProject {
  project: string
  projectId: string
  apiKey: string
}

export type AttackReply = Pick<Dispatcher.ResponseData, 'body'> & { status: number }
export type Attack = (project: AttackingProject) => Promise<AttackReply>

/** Calls the API as a project; `{p}` in the path is the project. */
export type CallApi = (
  project: AttackingProject,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<AttackReply>

const webhookBytes = 1024 ** 2

/** Webhooks of a megabyte that nobody has signed. */
const webhooks: Record<string, () => string | AsyncGenerator<Uint8Array>> = {
  members: () => `[${'{},'.repeat(webhookBytes / 3 - 2)}{}]`,
  nested: () => '['.repeat(webhookBytes / 2) + ']'.repeat(webhookBytes / 2),
  names: () =>
    `{${Array.from({ length: 80_000 }, (_, n) => `"k${n}":1`).join(',')},"verification_token":"x"}`,
  slow: async function* () {
    for (let seconds = 0; seconds < 20; seconds++) {
      yield Buffer.from('[')
      await sleep(1_000)
    }
  },
}

/** Prepares the attacks of these projects. */
export async function prepareWaysIn(
  projects: readonly AttackingProject[],
  {
    must,
    call,
    send,
    issuer,
  }: {
    call: CallApi
    must: (...given: Parameters<CallApi>) => Promise<any>
    /** Sends a request without credentials. */
    send: (
      path: string,
      options: NonNullable<Parameters<typeof request>[1]>,
    ) => Promise<AttackReply>
    issuer: string
  },
): Promise<Record<string, Attack>> {
  const appIds = new Map<string, string>()
  for (const project of projects) {
    const app = await must(project, 'POST', '/v1/{p}/provider-apps', {
      provider: 'notion',
      clientId: 'notion',
      clientSecret: 'secret',
    })
    appIds.set(project.project, app.id)
    await must(project, 'POST', '/v1/{p}/connections:generate', {
      ...{ provider: 'ledger', groupRef: 'ledger', consumerRef: 'ledger', apiKey: '0123456789' },
    })
    const content = { provider: 'ledger', read: { objects: { rows: {}, cells: {}, ids: {} } } }
    await must(project, 'POST', '/v1/{p}/integrations/ledger/installations?skipSampling=true', {
      ...{ groupRef: 'ledger', config: { content } },
    })
  }
  const attacks: Record<string, Attack> = {}
  for (const kind of ['large', 'slow']) {
    attacks[`tokens-${kind}`] = (project) =>
      call(project, 'POST', '/v1/{p}/connections:generate', {
        ...{ provider: `${kind}Tokens`, groupRef: 'tokens', consumerRef: 'tokens' },
        oauth2ClientCredentials: { clientId: 'id', clientSecret: 'secret' },
      })
  }
  for (const objectName of ['rows', 'cells', 'ids']) {
    attacks[`read-${objectName}`] = async (project) => {
      await sleep(500)
      return call(project, 'POST', `/read/v1/{p}/integrations/ledger/objects/${objectName}`, {
        groupRef: 'ledger',
      })
    }
  }
  for (const [kind, make] of Object.entries(webhooks)) {
    attacks[`webhook-${kind}`] = ({ project, projectId }) =>
      send(`/subscribe/v1/projects/${projectId}/providers/notion/apps/${appIds.get(project)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: make() as string,
      })
  }
  attacks['issuer-keys'] = () => send('/v1/my-info', { headers: { authorization: forge(issuer) } })
  attacks['sign-in'] = () =>
    send('/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'sso', callbackURL: '/' }),
    })
  return attacks
}

/** Returns a token of the issuer by a key that nobody has published. */
function forge(issuer: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const header = { alg: 'ES256', kid: `k${Math.random()}` }
  const claims = { iss: issuer, aud: 'platform', sub: 'x', iat: now, exp: now + 600 }
  return `Bearer ${part(header)}.${part(claims)}.${'A'.repeat(86)}`
}
