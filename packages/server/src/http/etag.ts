import { hash } from 'node:crypto'

/**
 * The `ETag` of a record, in two parts. The first changes whenever the record is updated: where a
 * record has a modification time, only that counts, so that what a GET adds on request or what the
 * platform itself notes in it meanwhile (a last use, a health) does not look like somebody's change.
 * The second changes with the content, which is `json` if it has been serialized already.
 */
export function etagOf(record: unknown, json = JSON.stringify(record)): string | undefined {
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

/** The `ETag` of a document, which changes with every letter of it. */
export const etagOfText = (text: string): string => `"${digest(text)}"`

/** Whether an `If-Match` header accepts this version, whatever the rest of the content was. */
export const isVersion = (ifMatch: string, etag: string | undefined): boolean =>
  namesOneOf(ifMatch, etag, (text) => text?.replaceAll('"', '').split('.', 1)[0])

/** Whether an `If-None-Match` header names exactly this content. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  namesOneOf(ifNoneMatch, etag, (text) => text)

function namesOneOf(
  header: string,
  etag: string | undefined,
  compared: (etag: string | undefined) => string | undefined,
): boolean {
  const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return header.trim() === '*' || named.some((one) => compared(one) === compared(etag))
}
