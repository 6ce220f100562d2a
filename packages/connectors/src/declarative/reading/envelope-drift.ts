import { isMembers } from '../../members.ts'
import { membersNear, nameAt } from '../calls/envelope.ts'
import { classifyMember, wordsIn } from '../calls/envelope-words.ts'

/** Members of a page besides its list, by place; those that name a state have it as their value. */
export type PageEnvelope = Readonly<Record<string, string>>

const maxMembers = 40
const maxLength = 80

/** Returns the members of a page with records, to compare a later page without any. */
export function takeEnvelope(body: unknown, records: string): PageEnvelope | undefined {
  if (!isMembers(body)) return undefined
  const near = membersNear(body, records).filter(([place]) => place.length <= maxLength)
  if (near.length > maxMembers) return undefined
  return Object.fromEntries(near.map(([place, value]) => [place, readState(place, value) ?? '']))
}

/**
 * Returns how a page without records differs from the first page of the list, as a sentence; undefined if
 * it has the same members in the same state. A provider that is busy or refuses answers in other words,
 * which no list of words contains.
 */
export function findDrift(
  before: PageEnvelope,
  body: unknown,
  { records, declared }: { records: string; declared: readonly string[] },
): string | undefined {
  if (!isMembers(body)) return undefined
  for (const [place, value] of membersNear(body, records)) {
    const isDeclared = declared.some((one) => one === place || one.startsWith(`${place}.`))
    if (isDeclared || place.length > maxLength || isHarmless(place, value)) continue
    if (!Object.hasOwn(before, place)) {
      return `The list ends with an empty page that has a value at ${place}, which the first page has not.`
    }
    const state = readState(place, value)
    const known = before[place]
    if (state !== undefined && known !== '' && state !== known) {
      return `The list ends with an empty page that has another value at ${place} than the first page.`
    }
  }
  return undefined
}

const states = new Set(['state', 'success', 'code', 'failure'])

function readState(place: string, value: unknown): string | undefined {
  const isText = typeof value === 'string' && value !== '' && value.length <= maxLength
  const isPlain = isText || typeof value === 'boolean' || typeof value === 'number'
  return isPlain && states.has(classifyMember(nameAt(place)) ?? '') ? String(value) : undefined
}

const ofPaging = new Set(
  'previous prev first last next page pages cursor offset start end from to total totals count counts size limit per number skip skipped has more is url uri link links href self final finished done complete completed empty time times timestamp date at took duration elapsed id ids uuid trace request correlation etag version token sync'.split(
    ' ',
  ),
)
const ending =
  /\b(?:empty|none|no|not found|zero|end|last|complete|completed|finished|done|ok|okay|success|successful|successfully)\b/i

/** Reports whether a member that only an empty page has says nothing, or that the list has ended. */
function isHarmless(place: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value === 'string' && ending.test(value.replaceAll(/[_-]+/g, ' '))) return true
  if (typeof value === 'object' && Object.keys(value).length === 0) return true
  const words = wordsIn(nameAt(place))
  return words.length > 0 && words.every((word) => ofPaging.has(word))
}
