import { brotliDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { asDocument, createDocument, findDocument, sendDocument } from './documents.ts'
import { createHttpServer } from './server.ts'

const text = JSON.stringify({ names: Array.from({ length: 500 }, (_, index) => `Globex ${index}`) })

async function givenServer() {
  let written = 0
  const document = createDocument(() => {
    written++
    return text
  })
  const http = createHttpServer()
  onTestFinished(() => http.close())
  http.get('/', { config: { isCompressed: () => true } }, (request, reply) =>
    sendDocument(request, reply.header('vary', 'origin'), { document, type: 'application/json' }),
  )
  const get = (headers: Record<string, string> = {}) => http.inject({ url: '/', headers })
  return { get, document, countWritten: () => written }
}

it('writes and compresses a document once for all who request it', async () => {
  const { get, document, countWritten } = await givenServer()

  const replies = await Promise.all(
    Array.from({ length: 10 }, () => get({ 'accept-encoding': 'gzip, br' })),
  )

  for (const { rawPayload, headers } of replies) {
    expect(brotliDecompressSync(rawPayload).toString()).toBe(text)
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'origin, accept-encoding' })
  }
  expect(countWritten()).toBe(1)
  expect(document.compress('br')).toBe(document.compress('br'))
})

it('sends a document as it is to who accepts no coding, and 304 to who has it', async () => {
  const { get } = await givenServer()

  const plain = await get()
  const known = await get({ 'if-none-match': `W/${plain.headers.etag}` })

  expect(plain.body).toBe(text)
  expect(plain.headers.vary).toBe('origin, accept-encoding')
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

it('serializes the marked result of a rule once', () => {
  let serialized = 0
  const result = asDocument({ toJSON: () => ++serialized })

  const texts = [1, 2].map(() => findDocument(result)?.read().text)

  expect(texts).toEqual(['1', '1'])
  expect(findDocument({ ...result })).toBeUndefined()
})
