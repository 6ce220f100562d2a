import { isMembers } from '../../members.ts'
import { getAtDotPath } from './dot-path.ts'
import { isNo, isYes, saysSomething } from './envelope-error.ts'
import { membersNear, nameAt } from './envelope.ts'
import { classifyMember, wordsIn } from './envelope-words.ts'

const wordNames =
  /^(?:code|message|msg|detail|details|reason|cause|warnings?|title|description|problems?|issues?|diagnostics?|stack_?trace|trace_?back)$/i
const noteNames = /^(?:notes?|info|information|notices?|hint)$/i
const warningNames = /^(?:_?warnings?|messages?|msg|notices?)$/i
const remarkNames =
  /^(?:_?warnings?|messages?|notices?|notifications?|diagnostics?|issues?|alerts?)$/i
const lacking =
  /\b(?:partial(?:ly)?|incomplete|truncated|timed[ _-]?out|unavailable|degraded|failed to|could not be)\b/i
const reassuring = /\b(?:success|ok|no (?:\w+ ){0,3}(?:found|available|exist)|not found|empty)\b/i
const severe = /^(?:errors?|fatal|critical|severe|failure|exception)$/i

/** Words for a reply that lacks something, and those that leave their meaning as it is. */
const lackWords = new Set(
  'partial partially incomplete degraded maintenance unavailable unreachable omitted stale outdated terminated timed timeout throttled limited'.split(
    ' ',
  ),
)
const aroundLacks = new Set(
  'is was has are in out early time rate request response reply result results data search query records items rows shard shards node nodes source sources page pages success failure failed error errors status'.split(
    ' ',
  ),
)
const pendingWords = new Set(
  'pending processing progress queued preparing running building loading waiting indexing initializing calculating generating'.split(
    ' ',
  ),
)
const lackStates = new Set(
  'partial partially incomplete truncated degraded warning warnings'.split(' '),
)
const lackingParts =
  /^(?:(?:number_?(?:of_?)?)?(?:failed|missing|unavailable)_?(?:shards?|nodes?|sources?|pages?|parts?|batches|chunks?)(?:_?count)?|(?:number_?)?(?:batches|chunks|parts)_?failed)$/i
const readiness =
  /^(?:is_?)?(?:ready|available|valid|authenticated|authorized|allowed|permitted|licensed|logged_?in|connected)$/i
const exceeded = /^(?:is_?)?(?:quota|rate_?limit|limit|usage)_?(?:exceeded|reached|exhausted)$/i

/** Returns why a page may lack records, as a sentence; undefined if nothing in the reply indicates it. */
export function findDoubt(
  body: unknown,
  { records, isNull, isEmpty }: { records: string; isNull: boolean; isEmpty: boolean },
): string | undefined {
  if (!isMembers(body)) return undefined
  const near = membersNear(body, records)
  const partial = near.find(([place, value]) => saysPartial(nameAt(place), value))
  if (partial) return `The reply says at ${partial[0]} that it is incomplete.`
  if (isNull) {
    const what = getAtDotPath(body, records) === null ? 'null' : 'no list'
    return `The list at ${records} is ${what}, which does not show that it is empty.`
  }
  const warning = near.find(
    ([place, value]) =>
      (warningNames.test(nameAt(place)) && lacking.test(allText(value))) ||
      (remarkNames.test(nameAt(place)) && hasSevere(value)),
  )
  if (warning) return `The reply has a warning at ${warning[0]} that records may be missing.`
  return isEmpty ? findDoubtOfEmpty(body, near, records) : undefined
}

/** Returns why a list without records may have some. */
function findDoubtOfEmpty(
  body: Record<string, unknown>,
  near: readonly [string, unknown][],
  records: string,
): string | undefined {
  const words = near.find(([place, value]) => isRemark(nameAt(place), value))
  if (words) return `The list is empty, and the reply has a message at ${words[0]}.`
  const sign = near.find(([place, value]) => isDoubtful(nameAt(place), value))
  const deep = sign?.[0] ?? findDeepError(body, records)
  return deep === undefined
    ? undefined
    : `The list is empty, and the value at ${deep} may be a sign of an error.`
}

function isRemark(name: string, value: unknown): boolean {
  if (typeof value === 'number' || !saysSomething(value)) return false
  if (typeof value !== 'string') return wordNames.test(name)
  const isText = wordNames.test(name) || noteNames.test(name)
  return isText && !reassuring.test(value) && !/^\d+$/.test(value)
}

/** Reports whether a member says that the reply lacks records, by its name or as a state. */
function saysPartial(name: string, value: unknown): boolean {
  if (classifyMember(name) === 'state') {
    return typeof value === 'string' && wordsIn(value).some((word) => lackStates.has(word))
  }
  const words = wordsIn(name)
  const rest = words.filter((word) => !lackWords.has(word))
  const isLack = rest.length < words.length && rest.every((word) => aroundLacks.has(word))
  const isObject = typeof value === 'object' && saysSomething(value)
  if (lackingParts.test(name)) return isObject || isYes(value, Infinity)
  return isLack && (isObject || isYes(value))
}

/** Reports whether one of several remarks is an error by its severity. */
const hasSevere = (remarks: unknown): boolean =>
  Array.isArray(remarks) &&
  remarks
    .slice(0, 20)
    .some(
      (one: unknown) =>
        isMembers(one) &&
        ['severity', 'level', 'type', 'kind'].some(
          (name) => typeof one[name] === 'string' && severe.test(one[name]),
        ),
    )

/**
 * Reports whether a member is a code that is not known to be one of success, asks to come again, or says that
 * the list is not ready.
 */
function isDoubtful(name: string, value: unknown): boolean {
  if (/^(?:retry|back_?off)/i.test(name)) return isYes(value, Infinity)
  if (readiness.test(name)) return isNo(value)
  if (exceeded.test(name)) return isYes(value)
  const kind = classifyMember(name)
  if (kind === 'success') return value === null || value === ''
  // Errors without words, and failures of parts.
  if (kind === 'error' || kind === 'failure') return Array.isArray(value) && value.length > 0
  if (isPending(name)) return isYes(value)
  if (kind === 'state') {
    return typeof value === 'string' && wordsIn(value).some((word) => pendingWords.has(word))
  }
  return (
    (kind === 'code' || /^(?:rc|ret|ret_?code)$/i.test(name)) &&
    (typeof value === 'number' || typeof value === 'string') &&
    saysSomething(value)
  )
}

const isPending = (name: string): boolean => {
  const words = wordsIn(name)
  const rest = words.filter((word) => !pendingWords.has(word))
  return rest.length < words.length && rest.every((word) => aroundLacks.has(word))
}

const maxDepth = 4

/** Returns the place of an error in any object of a reply besides its list. */
function findDeepError(
  body: Record<string, unknown>,
  records: string,
  above: readonly string[] = [],
): string | undefined {
  for (const [name, value] of Object.entries(body)) {
    const steps = [...above, name]
    const place = steps.join('.')
    if (place === records) continue
    const kind = classifyMember(name)
    const isFailed = kind === 'error' ? saysSomething(value) : kind === 'success' && isNo(value)
    if (above.length > 0 && isFailed) return place
    if (!isMembers(value) || steps.length >= maxDepth) continue
    const found = findDeepError(value, records, steps)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the texts of a value, of lists and of their items. */
function allText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.slice(0, 1_000).replaceAll(/[_-]+/g, ' ')
  if (typeof value !== 'object' || value === null || depth > 2) return ''
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner
    .slice(0, 20)
    .map((one) => allText(one, depth + 1))
    .join(' ')
}
