import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, compress, setCoding, varyByCoding, type Coding } from './compression.ts'
import { etagOfText, isKnown } from './etag.ts'

/** A text that does not change while the process runs: written, hashed and compressed once. */
export interface StaticDocument {
  read(): { text: string; etag: string }
  compress(coding: Coding): Promise<Buffer>
}

/** `write` is called when the document is first requested. */
export function createDocument(write: () => string): StaticDocument {
  const compressed = new Map<Coding, Promise<Buffer>>()
  let known: { text: string; etag: string } | undefined
  const read = () => {
    if (known) return known
    const text = write()
    known = { text, etag: etagOfText(text) }
    return known
  }
  return {
    read,
    compress(coding) {
      const body = compressed.get(coding) ?? compress(read().text, { coding, quality: 9 })
      compressed.set(coding, body)
      return body
    },
  }
}

/** Sends a document as the caller accepts it, or 304. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, type }: { document: StaticDocument; type: string },
): Promise<FastifyReply> {
  const { text, etag } = document.read()
  reply.header('etag', etag)
  varyByCoding(reply)
  const has = request.headers['if-none-match']
  if (has && isKnown(has, etag)) return reply.code(304).send()
  reply.type(type)
  const coding = chooseCoding(request.headers['accept-encoding'])
  if (!coding) return reply.send(text)
  const content = await document.compress(coding)
  setCoding(reply, { coding, bytes: content.length })
  return reply.send(content)
}

const documents = new WeakMap<object, StaticDocument>()

/** Marks the result of a rule as a document: whoever gets this object gets the same JSON. */
export function asDocument<T extends object>(result: T): T {
  documents.set(
    result,
    createDocument(() => JSON.stringify(result)),
  )
  return result
}

/** Returns the document of a result that `asDocument` marked. */
export const findDocument = (result: unknown): StaticDocument | undefined =>
  typeof result === 'object' && result !== null ? documents.get(result) : undefined
