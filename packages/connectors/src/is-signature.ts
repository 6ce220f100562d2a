import { timingSafeEqual } from 'node:crypto'

/**
 * Reports whether the whole text is the expected signature in this encoding: `Buffer.from` stops at
 * the first unknown character and ignores the rest.
 */
export function isSignature(text: string, encoding: 'hex' | 'base64', expected: Buffer): boolean {
  const given = Buffer.from(text, encoding)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return (
    normalizeSignature(text, encoding) === normalizeSignature(given.toString(encoding), encoding)
  )
}

/**
 * Normalizes the notation: hexadecimal in either case, base64 in either alphabet, padded or not.
 */
const normalizeSignature = (text: string, encoding: 'hex' | 'base64'): string =>
  encoding === 'hex'
    ? text.toLowerCase()
    : text
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, '')
