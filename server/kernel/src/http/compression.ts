import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether JSON replies to this request are compressed. Never for a reply that contains a secret: if
     * it also contains text of an attacker who can repeat the request, its length reveals the secret.
     */
    isCompressed?: (request: FastifyRequest) => boolean
  }
}

export type Coding = 'br' | 'gzip'

/** Shorter replies fit into one packet anyway. */
const minCompressedBytes = 1024
/** Compressed faster than another thread would take over: up to 0.2 ms. */
const maxBytesAtOnce = 32 * 1024
/** Of replies that are compressed at the same time; others are sent as they are. */
const maxBytesInFlight = 16 * 1024 * 1024

/** Returns the best coding that the caller accepts; undefined if it accepts none. */
export function chooseCoding(acceptEncoding: string | string[] | undefined): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of String(acceptEncoding).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weigh = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weigh('br') >= weigh('gzip') ? 'br' : 'gzip'
  return weigh(best) > 0 ? best : undefined
}

/** Marks a reply as one that depends on the codings that the caller accepts. */
export function varyByCoding(reply: FastifyReply): void {
  const others = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (/\baccept-encoding\b/i.test(others)) return
  reply.header('vary', [others, 'accept-encoding'].filter(Boolean).join(', '))
}

/** Compresses JSON of routes with `isCompressed` if the caller accepts it. */
export function compressReplies(http: FastifyInstance): void {
  let bytesInFlight = 0

  http.addHook('onSend', async (request, reply, payload) => {
    const isWanted = request.routeOptions?.config?.isCompressed?.(request) ?? false
    if (!isWanted || !isLongJson(reply, payload)) return payload
    varyByCoding(reply)
    const coding = chooseCoding(request.headers['accept-encoding'])
    const bytes = Buffer.byteLength(payload)
    if (!coding || bytesInFlight + bytes > maxBytesInFlight) return payload
    bytesInFlight += bytes
    try {
      const compressed = await compress(payload, { coding, quality: 4 })
      setCoding(reply, { coding, bytes: compressed.length })
      return compressed
    } finally {
      bytesInFlight -= bytes
    }
  })
}

/** Sets the headers of a compressed reply. */
export function setCoding(
  reply: FastifyReply,
  { coding, bytes }: { coding: Coding; bytes: number },
): void {
  reply.headers({ 'content-encoding': coding, 'content-length': bytes })
  // A strong one would promise the same bytes to callers that accept other codings.
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
}

const isLongJson = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  payload.length >= minCompressedBytes &&
  reply.getHeader('content-encoding') === undefined &&
  String(reply.getHeader('content-type')).startsWith('application/json')

/** The quality is Brotli's, from 0 to 11. */
export async function compress(
  payload: string | Buffer,
  { coding, quality }: { coding: Coding; quality: number },
): Promise<Buffer> {
  const bytes = Buffer.byteLength(payload)
  if (coding === 'gzip') {
    return bytes <= maxBytesAtOnce ? gzipSync(payload) : promisify(gzip)(payload)
  }
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
  return bytes <= maxBytesAtOnce && quality < 5
    ? brotliCompressSync(payload, options)
    : promisify<string | Buffer, BrotliOptions, Buffer>(brotliCompress)(payload, options)
}

const endings = { br: '.br', gzip: '.gz' } as const

/**
 * Writes the text files of a built site beside themselves, compressed by gzip and Brotli, unless they
 * were since its build. `.sources` in the folder identifies the build. The best `quality`, 11, takes
 * twenty times as long as 5 and saves a tenth.
 */
export async function compressFiles(
  folder: string,
  { quality = 5 }: { quality?: number } = {},
): Promise<void> {
  const sources = await readIfPresent(join(folder, '.sources'))
  // A release contains the compressed files.
  if (sources === undefined) return
  const [compressed, before] = (await readIfPresent(join(folder, '.compressed')))?.split(' ') ?? []
  if (compressed === sources && Number(before) >= quality) return

  for await (const name of glob('**/*.{css,html,js,json,md,svg,txt,xml}', { cwd: folder })) {
    const content = await readFile(join(folder, name))
    for (const coding of ['br', 'gzip'] as const) {
      const path = join(folder, `${name}${endings[coding]}`)
      const smaller =
        content.length < minCompressedBytes
          ? undefined
          : await compress(content, { coding, quality })
      if (smaller && smaller.length < content.length) await replaceFile(path, smaller)
      else await rm(path, { force: true })
    }
  }
  await replaceFile(join(folder, '.compressed'), Buffer.from(`${sources} ${quality}`))
}

const readIfPresent = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/** Other processes may write or read the same file. */
async function replaceFile(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}
