import { hash } from 'node:crypto'

/**
 * The `ETag` of a record, in two parts. The first changes whenever the record is updated: where a
 * record tells when it was changed, only that counts, so that what a GET adds on request or what the
 * platform itself notes in it meanwhile (a last use, a health) does not look like somebody's change.
 * The second changes with whatever is told, which is `json` where it has been written already.
 */
export function etagOf(record: unknown, json = JSON.stringify(record)): string | undefined {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return undefined
  const { id, createTime, updateTime, role } = record as Record<string, unknown>
  const told = digest(json)
  const version =
    createTime === undefined ? told : digest(JSON.stringify([id, createTime, updateTime, role]))
  return `"${version}.${told}"`
}

const digest = (text: string) => hash('sha1', text, 'base64url')

/** The `ETag` of a document, which changes with every letter of it. */
export const etagOfText = (text: string): string => `"${digest(text)}"`

/** Whether an `If-Match` header accepts this version, whatever else was told with it. */
export const isVersion = (ifMatch: string, etag: string | undefined): boolean =>
  namesOneOf(ifMatch, etag, (text) => text?.replaceAll('"', '').split('.', 1)[0])

/** Whether an `If-None-Match` header names exactly what is told. */
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
