import { constants, generateKeyPairSync, hash, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { catalogue, overlayCatalogue, type Catalogue } from '@platform/connectors'
import { getPort, must } from '@platform/kernel/values'

export const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'
export const standInClient = { clientId: 'client-1', clientSecret: 's3cret/+ &' }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const privateKeyPem = privateKey.export({ type: 'pkcs1', format: 'pem' })
export const base64 = (value: string) => Buffer.from(value).toString('base64')
export const serviceAccountKey = base64(
  JSON.stringify({ client_email: 'robot@acme.test', private_key: privateKeyPem }),
)

/** A provider that signs in by every scheme there is, and answers who shows what it has given out. */
export async function standInProvider() {
  const accepted = new Set<string>()
  /** Every request that asks for a token, with what was sent. */
  const asked: { path: string; sent: Record<string, string> }[] = []
  const state = { challenge: '', count: 0, refuses: '' }
  const issue = (prefix = 'Bearer ') => {
    const token = `at-${++state.count}`
    accepted.add(prefix + token)
    return token
  }
  const server = createServer((request, reply) => {
    void answer(request, reply).catch((error: unknown) =>
      sendReply(reply, 500, { error: String(error) }),
    )
  })

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', 'http://stand-in.test')
    const query = Object.fromEntries(url.searchParams)
    const sent = Object.fromEntries(new URLSearchParams(await text(request)))
    const { authorization = '' } = request.headers
    if (url.pathname === '/me') {
      const shown = [authorization, String(request.headers['x-key']), `?${query.key ?? ''}`]
      return sendReply(reply, shown.some((one) => accepted.has(one)) ? 200 : 401, { shown })
    }
    if (url.pathname.endsWith('/authorize')) {
      if (query.code_challenge) state.challenge = query.code_challenge
      return redirect(reply, query, { code: `code-of-${url.pathname.split('/')[1] ?? ''}` })
    }
    if (url.pathname.endsWith('/adminconsent')) {
      return redirect(reply, query, { tenant, admin_consent: 'True' })
    }
    asked.push({ path: url.pathname, sent })
    if (state.refuses) return sendReply(reply, 400, { error: state.refuses })
    if (url.pathname.endsWith('/authentication')) {
      const login = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
      const [apiKey, , ...password] = login.split(':')
      if (password.join(':') === 'wrong') return sendReply(reply, 401, { message: 'Unknown user' })
      const userKey = `uk-${++state.count}`
      accepted.add(`Userkeyauth ${base64(`${apiKey}:${userKey}`)}`)
      return sendReply(reply, 200, { authenticated_user: { user_key: userKey } })
    }
    const problem = findRejection(url.pathname, sent, state)
    if (problem)
      return sendReply(reply, 400, { error: 'invalid_grant', error_description: problem })
    return sendReply(reply, 200, {
      access_token: issue(),
      token_type: 'Bearer',
      expires_in: 3600,
      ...(sent.scope === 'openid' && { id_token: 'who-it-is' }),
      ...(sent.grant_type !== 'client_credentials' && { refresh_token: 'rt-1' }),
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${getPort(server)}`,
    asked,
    state,
    accept: (shown: string) => void accepted.add(shown),
    /** Ends all that was given out. */
    expire: () => accepted.clear(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Where the page of a provider sends the browser that allows everything. */
export async function comingBack(page: URL): Promise<URL> {
  const allowed = await fetch(page, { redirect: 'manual' })
  return new URL(must(allowed.headers.get('location'), 'location'))
}

export type StandIn = Awaited<ReturnType<typeof standInProvider>>

/** Why a token is not given out; undefined where it is. */
function findRejection(
  path: string,
  sent: Record<string, string>,
  { challenge }: { challenge: string },
): string | undefined {
  const isClient =
    sent.client_id === standInClient.clientId && sent.client_secret === standInClient.clientSecret
  switch (sent.grant_type) {
    case 'authorization_code': {
      const verifier = hash('sha256', sent.code_verifier ?? '', 'base64url')
      if (sent.code_verifier && verifier !== challenge) return 'another challenge'
      return isClient && sent.code === `code-of-${path.split('/')[1] ?? ''}`
        ? undefined
        : 'not its code'
    }
    case 'refresh_token':
      return isClient && sent.refresh_token === 'rt-1' ? undefined : 'not its refresh token'
    case 'password':
      return isClient && sent.username === 'ana' && sent.password === 'pw'
        ? undefined
        : 'not its password'
    case 'client_credentials':
      return isClient || isSigned(sent.client_assertion, 'PS256') ? undefined : 'not its secret'
    default:
      return isSigned(sent.assertion, 'RS256') ? undefined : 'not its signature'
  }
}

function isSigned(token: string | undefined, algorithm: 'RS256' | 'PS256'): boolean {
  const [header = '', payload = '', signature = ''] = (token ?? '').split('.')
  const parse = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString() || '{}') as Record<string, unknown>
  const { exp, iat, iss } = parse(payload)
  const padding =
    algorithm === 'PS256' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  return (
    parse(header).alg === algorithm &&
    typeof iss === 'string' &&
    Number(exp) - Number(iat) <= 3600 &&
    verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: publicKey, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
      Buffer.from(signature, 'base64url'),
    )
  )
}

const sendReply = (reply: ServerResponse, status: number, body: unknown) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function redirect(
  reply: ServerResponse,
  query: Record<string, string>,
  params: Record<string, string>,
) {
  const back = new URL(must(query.redirect_uri, 'redirect_uri'))
  back.search = new URLSearchParams({ ...params, state: query.state ?? '' }).toString()
  return reply.writeHead(302, { location: back.href }).end()
}

/** The catalogue with an entry for each scheme, those of a provider's own with the steps that are shipped. */
export function schemesAt(url: string): Catalogue {
  const common = {
    baseURL: url,
    defaultModule: 'root',
    support: { proxy: true },
  }
  const oauth2 = (name: string, grantType: string) => ({
    [name]: {
      ...common,
      name,
      authType: 'oauth2',
      oauth2Opts: {
        grantType,
        authURL: `${url}/${name}/authorize`,
        tokenURL: `${url}/${name}/token`,
        explicitScopesRequired: false,
        explicitWorkspaceRequired: false,
        tokenMetadataFields: {},
        authURLParams: {
          state: 'mine',
          client_id: 'mine',
          redirect_uri: 'http://mine.test',
          prompt: 'consent',
        },
      },
    },
  })
  const readOwn = (name: string) => {
    const entry = must(catalogue[name], name)
    const steps = JSON.stringify(entry.authSteps).replaceAll(
      // The audience of the signed token is not a URL that requests are sent to.
      /"url":"https:\/\/[^/"]+/g,
      `"url":"${url}`,
    )
    return {
      [name]: {
        baseURL: url,
        modules: null,
        defaultModule: 'root',
        authHealthCheck: null,
        authSteps: JSON.parse(steps) as object,
      },
    }
  }
  const entry = (name: string, rest: object) => ({ [name]: { ...common, name, ...rest } })
  const signInThenPage = {
    authType: 'custom',
    customOpts: {
      headers: [{ name: 'Authorization', valueTemplate: 'Bearer {{token}}' }],
      inputs: [{ name: 'login', displayName: 'Login', fieldType: 'fieldTypePassword' }],
      multiStep: true,
    },
    authSteps: {
      token: 'token',
      steps: [
        {
          kind: 'request',
          method: 'GET',
          url: `${url}/authentication`,
          headers: { authorization: 'Basic {{login}}' },
          capture: { userKey: 'authenticated_user.user_key' },
        },
        {
          kind: 'redirect',
          url: `${url}/signInThenPage/authorize`,
          query: { key: '{{userKey}}' },
          capture: { code: { from: 'code' } },
        },
        { kind: 'encode', name: 'token', template: '{{userKey}}:{{code}}' },
      ],
    },
  }
  return overlayCatalogue(catalogue, {
    ...oauth2('code', 'authorizationCode'),
    ...oauth2('codePkce', 'authorizationCodePKCE'),
    ...oauth2('clientCredentials', 'clientCredentials'),
    ...oauth2('password', 'password'),
    ...entry('keyInHeader', {
      authType: 'apiKey',
      apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Key', valuePrefix: 'Key ' } },
    }),
    ...entry('keyInQuery', {
      authType: 'apiKey',
      apiKeyOpts: { attachmentType: 'query', query: { name: 'key' } },
    }),
    ...entry('keyAsBasic', { authType: 'basic', basicOpts: { apiKeyAsBasic: true } }),
    ...entry('basic', { authType: 'basic' }),
    ...entry('template', {
      authType: 'custom',
      customOpts: {
        headers: [{ name: 'X-Key', valueTemplate: 'Two {{first}}/{{second}}' }],
        inputs: [
          { name: 'first', displayName: 'First' },
          { name: 'second', displayName: 'Second' },
        ],
      },
    }),
    ...entry('queryTemplate', {
      authType: 'custom',
      customOpts: {
        queryParams: [{ name: 'key', valueTemplate: 'q-{{secret}}' }],
        inputs: [{ name: 'secret', displayName: 'Secret' }],
      },
    }),
    ...entry('open', { authType: 'none' }),
    ...entry('signInThenPage', signInThenPage),
    ...entry('appThenPage', {
      ...signInThenPage,
      customOpts: {
        ...signInThenPage.customOpts,
        providerInputs: [{ name: 'clientId', displayName: 'Client ID' }],
      },
    }),
    ...readOwn('redtail'),
    ...readOwn('microsoftAdminConsent'),
    ...readOwn('salesforceJWT'),
    ...readOwn('netsuiteM2M'),
    ...readOwn('bigquery'),
    ...readOwn('googleWorkspaceDelegation'),
  })
}
