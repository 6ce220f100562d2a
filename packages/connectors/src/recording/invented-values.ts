import { randomInt } from 'node:crypto'

/** Longer texts are shortened: their content says nothing about the API. */
const maxCharacters = 200
const maxAttempts = 50

const mail = /([^\s@<>"',;:()]+)@+[^\s@<>"',;:()]+/g
const link = /^(https?:\/\/)[^/?#\s]+(.*)$/is
const isoTime =
  /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?| UTC)?)?$/

/**
 * Replaces values by invented ones of the same shape: letters by letters, digits by digits. Within
 * one recording, the same value is always replaced by the same one, and two values never by one, so
 * that IDs and cursors stay consistent. The replacement is random and not stored: it cannot be
 * reversed.
 */
export class InventedValues {
  readonly #invented = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** Sets the replacement of a value. */
  set(value: string, invented: string): void {
    this.#invented.set(value, invented)
    this.#taken.add(invented)
  }

  has(value: string): boolean {
    return this.#invented.has(value)
  }

  text(value: string): string {
    const known = this.#invented.get(value)
    if (known !== undefined) return known
    const invented = this.#unused(value, () => inventInShape(value))
    this.set(value, invented)
    return invented
  }

  /** Zero stays zero: it identifies nothing, and often means that there is none. */
  number(value: number): number {
    const text = String(value)
    if (value === 0 || !/^-?\d+(?:\.\d+)?$/.test(text)) return 0
    const known = Number(this.#invented.get(text))
    if (!Number.isNaN(known)) return known
    const invented = this.#unused(text, () => inventDigits(text))
    this.set(text, invented)
    return Number(invented)
  }

  /** Retries until the value differs from the original and all others; then makes it longer. */
  #unused(value: string, invent: () => string): string {
    let invented = invent()
    for (let attempt = 0; this.#taken.has(invented) || invented === value; attempt++) {
      if (!/[\p{L}\p{N}\p{S}\p{M}]/u.test(value)) return value
      const longer = Math.floor(attempt / maxAttempts)
      invented = invent() + Array.from({ length: longer }, () => randomInt(1, 10)).join('')
    }
    return invented
  }
}

const pickOne = (characters: string) => characters.charAt(randomInt(characters.length))
const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/** The first digit stays zero or not zero, and a number stays exact. */
function inventDigits(text: string): string {
  const isLong = text.replace('-', '').length > 15
  return text.replaceAll(/\d/g, (digit, at: number) => {
    const isFirst = !/\d/.test(text.slice(0, at))
    if (!isFirst) return pickOne(digits)
    return digit === '0' ? '0' : String(randomInt(1, isLong ? 9 : 10))
  })
}

function inventInShape(value: string): string {
  const time = isoTime.exec(value)
  if (time) return inventTime(time)
  const isHex = /^[\da-f-]{8,}$/i.test(value)
  const letters = isHex ? 'abcdef' : lower
  const shape = (text: string) =>
    text.replaceAll(/[\p{L}\p{N}\p{S}\p{M}]/gu, (character, at: number) => {
      if (/\p{N}/u.test(character)) {
        return at === 0 && character !== '0' ? String(randomInt(1, 10)) : pickOne(digits)
      }
      if (/[$+<=>^`|~]/.test(character)) return character
      return /\p{Lu}/u.test(character) ? pickOne(letters).toUpperCase() : pickOne(letters)
    })
  const [, scheme, rest = ''] = link.exec(value) ?? []
  if (scheme !== undefined) return `${scheme}example.test${shape(cutValue(rest))}`
  return shape(cutValue(value)).replaceAll(mail, '$1@example.test')
}

/** Never ends within a surrogate pair. */
const cutValue = (text: string) => text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')

const two = (from: number, to: number) => String(randomInt(from, to + 1)).padStart(2, '0')

function inventTime([, separator, seconds = '', zone = '']: RegExpExecArray): string {
  const date = `${randomInt(1960, 2030)}-${two(1, 12)}-${two(1, 28)}`
  if (separator === undefined) return date
  const rest =
    seconds && `:${two(0, 59)}${seconds.slice(3).replaceAll(/\d/g, () => pickOne(digits))}`
  return `${date}${separator}${two(0, 23)}:${two(0, 59)}${rest}${zone}`
}
