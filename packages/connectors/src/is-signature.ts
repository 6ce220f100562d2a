import { timingSafeEqual } from 'node:crypto'

/**
 * Returns whether the text is the expected signature in this encoding, all of it: `Buffer.from`
 * decodes up to the first character that it does not know, and passes over what follows.
 */
export function isSignature(text: string, encoding: 'hex' | 'base64', expected: Buffer): boolean {
  const given = Buffer.from(text, encoding)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return plain(text, encoding) === plain(given.toString(encoding), encoding)
}

/** One way of writing for all: hexadecimal in either case, base64 with either alphabet, padded or not. */
const plain = (text: string, encoding: 'hex' | 'base64'): string =>
  encoding === 'hex'
    ? text.toLowerCase()
    : text
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, '')
