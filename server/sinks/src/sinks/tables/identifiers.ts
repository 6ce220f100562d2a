import { hash } from 'node:crypto'

/** PostgreSQL cuts longer identifiers off. */
const maxBytes = 63

/** Returns an identifier for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Returns the name under which unquoted SQL finds a table or column: in lower case, other characters
 * than letters and digits as `_`, at most 63 bytes. Names of the platform's own columns begin with `_`.
 */
function foldName(source: string): string {
  const folded = source
    // Longer names differ by their hashes, and patterns would look at the rest again and again.
    .slice(0, 4 * maxBytes)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  if (folded === '') return 'unnamed'
  return cutName(/^\p{N}/u.test(folded) ? `n${folded}` : folded, maxBytes)
}

/** Returns the beginning of a text, in whole characters of at most this number of bytes. */
export function cutName(name: string, bytes: number): string {
  let kept = ''
  let used = 0
  for (const character of name) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    kept += character
  }
  return kept
}

/**
 * Returns the names that may stand for a table or column, in the order in which they are tried: the
 * folded name, and one that no other name leads to.
 */
export function listIdentifiers(source: string): [string, string] {
  const folded = foldName(source)
  const digest = hash('sha256', source).slice(0, 12)
  return [folded, `${cutName(folded, maxBytes - digest.length - 1)}_${digest}`]
}
