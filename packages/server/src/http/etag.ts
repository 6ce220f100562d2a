import { hash } from 'node:crypto'

/**
 * The `ETag` of a record: changes whenever the record is updated. Where a record tells when it was
 * changed, only that counts, so that what a GET adds on request or what the platform itself notes
 * in it meanwhile (a last use, a health) does not look like somebody's change.
 */
export function etagOf(record: unknown): string | undefined {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return undefined
  const { id, createTime, updateTime, role } = record as Record<string, unknown>
  const version = createTime === undefined ? record : [id, createTime, updateTime, role]
  return `"${hash('sha1', JSON.stringify(version), 'base64url')}"`
}

/** Whether an `If-Match` header accepts this version. */
export const matches = (ifMatch: string, etag: string | undefined): boolean =>
  ifMatch.trim() === '*' ||
  ifMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
