import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getPort } from '@platform/kernel/values'

/** Delivers a request of the store to the platform. */
type Post = (url: URL, body: string, contentType: string) => Promise<number>

const required = ['app_name', 'user_id', 'return_url', 'callback_url', 'scope']

/**
 * A WooCommerce store whose administrator is signed in. Its authentication endpoint does what WooCommerce's does
 * (plugins/woocommerce/includes/class-wc-auth.php): it checks its parameters, posts new keys, deletes them unless
 * the reply is 200, and only then sends the browser back.
 */
export async function standInStore() {
  const keys = new Map<string, string>()
  const state = { post: (async () => 404) as Post, permissions: 'read_write' }
  let nonce = ''
  const server = createServer((request, reply) => {
    void answer(request, reply).catch((error: unknown) => end(reply, 500, String(error)))
  })

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', 'http://store.test')
    if (url.pathname === '/wp-json/wc/v3/data/currencies/current') {
      const shown = (request.headers.authorization ?? '').replace('Basic ', '')
      const [key = '', secret] = Buffer.from(shown, 'base64').toString().split(':')
      return secret !== undefined && keys.get(key) === secret
        ? json(reply, 200, { code: 'EUR', name: 'Euro' })
        : json(reply, 401, { code: 'woocommerce_rest_cannot_view', message: 'Cannot view.' })
    }
    const [, route] = /^\/wc-auth\/v1\/(authorize|access_granted)$/.exec(url.pathname) ?? []
    if (!route) return end(reply, 404, 'Not found')
    const problem = findProblem(url.searchParams)
    if (problem) return end(reply, 401, `Error: ${problem}.`)
    const given = Object.fromEntries(url.searchParams)
    const back = (success: string) => {
      const address = new URL(decode(given['return_url'] ?? ''))
      address.searchParams.set('success', success)
      address.searchParams.set('user_id', given['user_id'] ?? '')
      return address.href
    }
    if (route === 'authorize') {
      nonce = randomBytes(5).toString('hex')
      url.pathname = '/wc-auth/v1/access_granted'
      url.searchParams.set('wc_auth_nonce', nonce)
      return json(reply, 200, { grant: url.pathname + url.search, deny: back('0') })
    }
    if (nonce === '' || given['wc_auth_nonce'] !== nonce)
      return end(reply, 401, 'Error: Invalid nonce verification.')
    const made = makeKeys()
    keys.set(made.consumer_key, made.consumer_secret)
    const body = {
      key_id: keys.size,
      user_id: given['user_id'],
      ...made,
      key_permissions: state.permissions,
    }
    const status = await state.post(
      new URL(decode(given['callback_url'] ?? '')),
      JSON.stringify(body),
      'application/json;charset=UTF-8',
    )
    if (status !== 200) {
      keys.delete(made.consumer_key)
      return end(reply, 401, 'Error: An error occurred in the request.')
    }
    return reply.writeHead(302, { location: back('1') }).end()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${getPort(server)}`,
    keys,
    state,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Makes keys of WooCommerce's form. */
export const makeKeys = () => ({
  consumer_key: `ck_${randomBytes(20).toString('hex')}`,
  consumer_secret: `cs_${randomBytes(20).toString('hex')}`,
})

function findProblem(query: URLSearchParams): string | undefined {
  const missing = required.find((name) => !query.get(name))
  if (missing !== undefined) return `Missing parameter ${missing}`
  if (!['read', 'write', 'read_write'].includes(query.get('scope') ?? '')) return 'Invalid scope'
  const invalid = ['return_url', 'callback_url'].find(
    (name) => !URL.canParse(decode(query.get(name) ?? '')),
  )
  if (invalid !== undefined) return `The ${invalid} is not a valid URL`
  return decode(query.get('callback_url') ?? '').startsWith('https://')
    ? undefined
    : 'The callback_url needs to be over SSL'
}

/** URLs are decoded once more than the query that contains them. */
const decode = (text: string) => {
  const url = decodeURIComponent(text.replaceAll('+', ' '))
  return url.includes('://') ? url : `https://${url}`
}

const json = (reply: ServerResponse, status: number, body: unknown) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const end = (reply: ServerResponse, status: number, text: string) =>
  reply.writeHead(status, { 'content-type': 'text/html' }).end(text)
