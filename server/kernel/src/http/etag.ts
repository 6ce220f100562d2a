import { hash } from 'node:crypto'

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
export const etagOfText = (text: string): string => `"${digest(text)}"`

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
