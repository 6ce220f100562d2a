import type { LookupFunction } from 'node:net'

type Answer = Parameters<Parameters<LookupFunction>[2]>
type Callback = (...answer: Answer) => void

interface Known {
  answer: Answer
  foundAt: number
}

const maxKnownMs = 3_600_000
const maxKnownNames = 10_000

/** Resolvers answer within milliseconds; one that needs longer may not answer at all. */
const usualLookupMs = 500

/**
 * Answers with the addresses found last, for up to an hour, while the resolver does not answer or cannot
 * (RFC 8767): names that hang block its threads, and hosts that were reached before stay reachable. Any other
 * answer replaces them, also that there is no such name.
 */
export function fallBackToKnown(lookup: LookupFunction): LookupFunction {
  const known = new Map<string, Known>()

  const remember = (key: string, answer: Answer) => {
    known.delete(key)
    known.set(key, { answer, foundAt: performance.now() })
    const [oldest] = known.keys()
    if (known.size > maxKnownNames && oldest !== undefined) known.delete(oldest)
  }

  return (hostname, options, callback) => {
    const key = toLookupKey(hostname, options)
    const found = known.get(key)
    const isUsable = found !== undefined && performance.now() - found.foundAt < maxKnownMs
    const answerOnce = callOnce(callback)
    const timer = isUsable ? setTimeout(answerOnce, usualLookupMs, ...found.answer) : undefined

    lookup(hostname, options, (...answer) => {
      clearTimeout(timer)
      const [error] = answer
      if (!error) remember(key, answer)
      const isUnanswered = error?.code === 'EAI_AGAIN'
      if (error && !isUnanswered) known.delete(key)
      answerOnce(...(isUsable && isUnanswered ? found.answer : answer))
    })
  }
}

/** Names the question of a look-up. */
export const toLookupKey = (hostname: string, options: object): string =>
  JSON.stringify([hostname, options])

function callOnce(callback: Callback): Callback {
  let isCalled = false
  return (...answer) => {
    if (isCalled) return
    isCalled = true
    callback(...answer)
  }
}
