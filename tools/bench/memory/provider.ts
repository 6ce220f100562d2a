/** A provider with replies of 7.9 MB, whose kind is named by the key, and a healthy one for keys that begin with `good`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const mb = 1024 ** 2
const maxBytes = Math.floor(7.9 * mb)
const record = '{"id":"1","title":"x","author":"y","year":1999,"isbn":"978-3-16-148410-0"}'

/** Repeats a text up to the size. */
const fill = (start: string, part: string, end: string) =>
  `${start}${Array(Math.floor((maxBytes - start.length - end.length) / (part.length + 1)))
    .fill(part)
    .join(',')}${end}`

const kinds: Record<string, Buffer> = Object.fromEntries(
  Object.entries({
    records: fill('[', record, ']'),
    text: `[{"id":"1","title":"${'x'.repeat(maxBytes - 100)}"}]`,
    wide: `[{"id":"1","title":"${'x'.repeat(maxBytes - 100)}€"}]`,
    lists: fill('[{"id":"1","title":[', '[]', ']}]'),
    objects: fill('[{"id":"1","title":[', '{"a":[]}', ']}]'),
    numbers: `[${'1,'.repeat(490_000)}1]`,
    empties: `[${'{},'.repeat(490_000)}{}]`,
  }).map(([kind, text]) => [kind, Buffer.from(text)]),
)

/** Larger than what is read of the replies to which they belong. */
const pad = 'x'.repeat(maxBytes - 300)

/** Files of an export, of few characters each. */
const files: Record<string, () => Buffer> = {
  rows: () => Buffer.from(`id\n${'1\n'.repeat(maxBytes / 2)}`),
  cells: () => Buffer.from(`id${',c'.repeat(1_000)}\n${'1,\n'.repeat(maxBytes / 4)}`),
}

/** Replies by path, as a stranger or a tenant can have them requested. */
const paths: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/tokens/large': (_, response) =>
    json(response, `{"access_token":"t","expires_in":3600,"pad":"${pad}"}`),
  // One byte a second, for as long as the platform waits.
  '/tokens/slow': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 1_000)
    response.once('close', () => clearInterval(drip))
  },
  '/tokens/good': (_, response) => json(response, '{"access_token":"t","expires_in":3600}'),
  '/.well-known/openid-configuration': ({ headers }, response) => {
    const base = `http://${headers.host}`
    const urls = ['authorization', 'token', 'userinfo'].map((name) => [
      `${name}_endpoint`,
      `${base}/${name}`,
    ])
    json(
      response,
      JSON.stringify({
        ...Object.fromEntries(urls),
        ...{ issuer: base, jwks_uri: `${base}/jwks`, pad: readsAreLarge ? pad : '' },
      }),
    )
  },
  '/jwks': (_, response) =>
    json(response, `{"keys":[${'{"kty":"EC"},'.repeat(maxBytes / 13 - 2)}{}]}`),
  '/lists/ids': (_, response) => json(response, `[${'{"id":1},'.repeat(480_000)}{"id":2}]`),
  '/exports': (_, response) => json(response, '{"export":{"id":"j1"}}'),
  '/exports/j1': (_, response) => json(response, '{"status":"done"}'),
}

function json(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}

/** Whether lists without a search are large as well. */
let readsAreLarge = false

const answersAfterMs = 100
const good = Buffer.from('[{"id":"1","title":"The book","author":"Ana"}]')

const server = createServer((request, response) => {
  if (request.url?.startsWith('/control')) readsAreLarge = request.url.includes('large')
  const [path = ''] = request.url?.split('?') ?? []
  const own = paths[path]
  if (own) {
    request.resume().once('end', () => own(request, response))
    return
  }
  const file = files[path.split('/')[3] ?? '']
  if (file && path.startsWith('/exports/')) {
    const whole = file()
    const headers = { 'content-range': `bytes 0-${whole.length - 1}/*`, 'content-type': 'text/csv' }
    response.writeHead(206, headers).end(whole)
    return
  }
  const key = String(request.headers['x-api-key'] ?? '')
  const isHealthy = key === '' || key.startsWith('good')
  const isPlainRead = request.method === 'GET' && !request.url?.includes('title=')
  const kind = Object.keys(kinds).find((one) => key.includes(one))
  const large = !isHealthy && (!isPlainRead || readsAreLarge) && kind ? kinds[kind] : undefined
  request.resume().once('end', () => {
    const answer = () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(large ?? (request.method === 'POST' ? '{"id":"1"}' : good))
    if (isHealthy) setTimeout(answer, answersAfterMs)
    else answer()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
