import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { chooseCoding, compressFiles } from './compression.ts'
import { createHttpServer } from './server.ts'

const records = Array.from({ length: 200 }, (_, index) => ({ id: index, name: `Globex ${index}` }))

async function givenServer() {
  const http = createHttpServer()
  onTestFinished(() => http.close())
  http.get('/records', { config: { isCompressed: () => true } }, (_request, reply) =>
    reply.header('etag', '"1.2"').header('vary', 'origin').send(records),
  )
  http.get('/secret', () => ({ secret: 'x'.repeat(5000) }))
  http.get('/short', { config: { isCompressed: () => true } }, () => ({ id: 1 }))
  const request = async (url: string, encoding?: string) => {
    const reply = await http.inject({
      url,
      headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
    })
    return { headers: reply.headers, raw: reply.rawPayload }
  }
  return { request }
}

it.each([
  { accepted: undefined, coding: undefined },
  { accepted: 'identity', coding: undefined },
  { accepted: 'gzip, deflate, br, zstd', coding: 'br' },
  { accepted: 'gzip, deflate', coding: 'gzip' },
  { accepted: 'br;q=0.5, GZIP', coding: 'gzip' },
  { accepted: 'br;q=0, gzip;q=0', coding: undefined },
  { accepted: '*', coding: 'br' },
  { accepted: '*;q=0', coding: undefined },
  { accepted: 'br;q=0, *', coding: 'gzip' },
])('selects $coding for $accepted', ({ accepted, coding }) => {
  expect(chooseCoding(accepted)).toBe(coding)
})

it('compresses JSON as the caller accepts', async () => {
  const { request } = await givenServer()

  const plain = await request('/records')
  const brotli = await request('/records', 'gzip, br')
  const gzip = await request('/records', 'gzip')

  expect(JSON.parse(plain.raw.toString())).toEqual(records)
  expect(brotliDecompressSync(brotli.raw)).toEqual(plain.raw)
  expect(gunzipSync(gzip.raw)).toEqual(plain.raw)
  expect(brotli.raw.length).toBeLessThan(plain.raw.length / 5)
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(brotli.raw.length),
    etag: 'W/"1.2"',
  })
  for (const { headers } of [plain, brotli, gzip])
    expect(headers.vary).toBe('origin, accept-encoding')
})

it('leaves short replies and those of other routes as they are', async () => {
  const { request } = await givenServer()

  const short = await request('/short', 'br')
  const secret = await request('/secret', 'br')

  expect(short.headers).not.toHaveProperty('content-encoding')
  expect(secret.headers).not.toHaveProperty('content-encoding')
  expect(secret.raw.toString()).toContain('xxx')
})

it('writes compressed files once per build, and removes those of former builds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compressed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const page = JSON.stringify(records)
  await writeFile(join(folder, 'page.html'), page)
  await writeFile(join(folder, 'short.html'), 'short')
  await writeFile(join(folder, 'picture.webp'), Buffer.alloc(5000))
  const build = (sources: string) => writeFile(join(folder, '.sources'), sources)

  await compressFiles(folder)
  const inRelease = await readdir(folder)
  await build('first')
  await compressFiles(folder)
  const compressed = await readdir(folder)
  const brotli = await readFile(join(folder, 'page.html.br'))
  await writeFile(join(folder, 'page.html'), 'less')
  await compressFiles(folder)
  const unchanged = await readdir(folder)
  await build('second')
  await compressFiles(folder)

  expect(inRelease).toHaveLength(3)
  expect(compressed).toEqual(expect.arrayContaining(['page.html.br', 'page.html.gz']))
  expect(compressed.filter((name) => /^(short|picture).*\.(br|gz)/.test(name))).toEqual([])
  expect(brotliDecompressSync(brotli).toString()).toBe(page)
  expect(unchanged).toContain('page.html.br')
  expect((await readdir(folder)).filter((name) => /\.(br|gz)$/.test(name))).toEqual([])
})
