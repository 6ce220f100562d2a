import { z } from 'zod'

const atom = /[\w\s/:@%=&~,;#!<>"'-]|\\[dw.\\/+*?()[\]{}^$|-]|\[\^?(?:[^\]\\[]|\\[dw\]\\.-])+\]/y
const repetition = /\{\d{1,3}\}|\{\d{1,3},\d{0,3}\}[+?]?|[*+?][+?]?/y

/**
 * Reports whether matching takes linear time: characters, classes and one group, of which at most
 * one has an unbounded repetition.
 */
function isPlain(pattern: string): boolean {
  let at = pattern.startsWith('^') ? 1 : 0
  let groups = 0
  let isInGroup = false
  let open = 0
  const take = (part: RegExp) => {
    part.lastIndex = at
    const found = part.exec(pattern)?.[0]
    at += found?.length ?? 0
    return found
  }
  while (at < pattern.length) {
    const next = pattern[at]
    if (next === '$' && at === pattern.length - 1) at++
    else if (next === '(' && !isInGroup && groups === 0) {
      groups++
      isInGroup = true
      at++
    } else if (next === ')' && isInGroup) {
      isInGroup = false
      at++
      // A repeated group must not contain repetitions.
      if (take(repetition) !== undefined) return false
    } else {
      if (take(atom) === undefined) return false
      const times = take(repetition)
      if (times !== undefined && !/^\{\d+\}$/.test(times)) open++
    }
  }
  return !isInGroup && open <= 1
}

/** Longer texts match no pattern of a provider's file. */
export const maxMatchedLength = 1_000

/** A regular expression from a file that no text can make slow. */
export const PlainPattern = z
  .string()
  .min(1)
  .max(200)
  .refine(
    isPlain,
    'characters, classes such as [a-z] or \\d and one group; only one of them may be repeated openly, and neither | nor . nor lookaround is known',
  )
