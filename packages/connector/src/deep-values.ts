import { randomUUID } from 'node:crypto'
import { loopTurn } from './loop-turn.ts'
import { maxJsonDepth } from './parse-exactly.ts'

/** Stands for a value that was cut; nobody outside can write it. */
const mark = randomUUID()

const lookLength = 16 * 1024

const quote = 34
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Replaces the lists and objects of JSON that are deeper than 64 levels, so that what is beside them can be
 * read. Text that is not JSON stays as invalid as it was.
 */
export async function cutDeepValues(text: string): Promise<string> {
  const turn = loopTurn()
  const parts: string[] = []
  let depth = 0
  let keptUntil = 0
  let lookedAt = 0
  for (let at = 0; at < text.length; at++) {
    if (at - lookedAt > lookLength) {
      lookedAt = at
      if (turn.mustPause()) await turn.pause()
    }
    const code = text.charCodeAt(at)
    if (code === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) {
        if (text.charCodeAt(at) === backslash) at++
      }
    } else if (code === openBracket || code === openBrace) {
      if (++depth === maxJsonDepth + 1) parts.push(text.slice(keptUntil, at), `"${mark}"`)
    } else if (code === closeBracket || code === closeBrace) {
      if (--depth === maxJsonDepth) keptUntil = at + 1
    }
  }
  if (depth > maxJsonDepth) return text
  return parts.join('') + text.slice(keptUntil)
}

/** Reports whether a value of JSON had a part that was cut because it was too deep. */
export const hasCutValue = (value: unknown): boolean =>
  value === mark ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasCutValue))
