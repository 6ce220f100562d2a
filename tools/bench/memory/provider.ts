/** A provider with replies of 7.9 MB, whose kind is named by the key, and a healthy one for keys that begin with `good`. */
import { createServer } from 'node:http'

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
  }).map(([kind, text]) => [kind, Buffer.from(text)]),
)

/** Whether lists without a search are large as well. */
let readsAreLarge = false

const answersAfterMs = 100
const good = Buffer.from('[{"id":"1","title":"The book","author":"Ana"}]')

const server = createServer((request, response) => {
  if (request.url?.startsWith('/control')) readsAreLarge = request.url.includes('large')
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
