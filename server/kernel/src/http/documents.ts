import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, compress, setCoding, varyByCoding, type Coding } from './compression.ts'
import { hash } from 'node:crypto'

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

/**
 * Returns the `ETag` of a record, in two parts. The first changes when the record is updated: if
 * the record has a modification time, only that counts, so optional parts of a GET and values set
 * by the platform (last use, health) do not look like changes. The second changes with the content,
 * which is `json` if already serialized.
 */
export function makeEtag(record: unknown, json = JSON.stringify(record)): string | undefined {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return undefined
  const { id, createTime, updateTime, role } = record as Record<string, unknown>
  const contentHash = digest(json)
  const version =
    createTime === undefined
      ? contentHash
      : digest(JSON.stringify([id, createTime, updateTime, role]))
  return `"${version}.${contentHash}"`
}

const digest = (text: string) => hash('sha1', text, 'base64url')

/** Returns the `ETag` of a document, which depends on its whole content. */
const etagOfText = (text: string): string => `"${digest(text)}"`

/** Reports whether an `If-Match` header accepts this version, ignoring the content part. */
export const isVersion = (ifMatch: string, etag: string | undefined): boolean =>
  namesAnEtag(ifMatch, etag, (text) => text?.replaceAll('"', '').split('.', 1)[0])

/** Reports whether an `If-None-Match` header matches exactly this content. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  namesAnEtag(ifNoneMatch, etag, (text) => text)

function namesAnEtag(
  header: string,
  etag: string | undefined,
  compared: (etag: string | undefined) => string | undefined,
): boolean {
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return header.trim() === '*' || named.some((one) => compared(one) === compared(etag))
}
