import { requireDefined } from '../../require-defined.ts'

// Ordered by character code, so that IDs sort by creation.
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'
const counterLength = 8

/** Returns the three characters that make a 15-character ID case-insensitive. */
function checksum(id15: string): string {
  let suffix = ''
  for (let chunk = 0; chunk < 15; chunk += 5) {
    let bits = 0
    for (let position = 0; position < 5; position += 1) {
      const code = id15.charCodeAt(chunk + position)
      if (code >= 65 && code <= 90) bits |= 1 << position
    }
    suffix += checksumDigits[bits]
  }
  return suffix
}

/** Returns the 18-character ID of the record at an index, in the organization with this letter. */
export function makeRecordId(keyPrefix: string, orgLetter: string, index: number): string {
  let counter = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor(rest / 62)) {
    counter = requireDefined(digits[rest % 62]) + counter
  }
  const id15 = `${keyPrefix}Sb0${orgLetter}${counter.padStart(counterLength, '0')}`
  return id15 + checksum(id15)
}

export interface ParsedId {
  keyPrefix: string
  orgLetter: string
  index: number
}

/** Parses a 15 or 18-character ID; undefined if it is malformed. */
export function parseId(id: string): ParsedId | undefined {
  if (!/^([A-Za-z0-9]{15}|[A-Za-z0-9]{18})$/.test(id)) return undefined
  const id15 = id.slice(0, 15)
  if (id.length === 18 && checksum(id15) !== id.slice(15).toUpperCase()) return undefined

  let index = 0
  for (const char of id15.slice(7)) index = index * 62 + digits.indexOf(char)
  const known = id15.slice(3, 6) === 'Sb0'
  return {
    keyPrefix: id15.slice(0, 3),
    orgLetter: requireDefined(id15[6]),
    index: known ? index - 1 : -1,
  }
}
