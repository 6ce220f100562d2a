import { invalidInput } from '@platform/kernel/problems/problem'

/** What a tool returns: JSON with the data of records, and whether something failed. */
export interface ToolOutcome {
  data: Record<string, unknown>
  isError: boolean
}

/** Maximum characters of JSON in a page of results, so that it fits into the context of a model. */
export const maxResultChars = 60_000
const maxValueChars = 10_000

export const makeToolSuccess = (data: Record<string, unknown>): ToolOutcome => ({
  data,
  isError: false,
})

export const positionOfCursor = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor)
  throw invalidInput({
    in: 'body',
    name: 'cursor',
    detail: 'Send `nextCursor` of the previous result.',
  })
}

/** A part of a list that a model can take in, with the cursor of the next. */
export function pageOfResults(
  name: string,
  all: readonly unknown[],
  { limit, from }: { limit: number; from: number },
): ToolOutcome {
  const page: unknown[] = []
  let chars = 0
  for (const entry of all.slice(from, from + limit)) {
    const shown: unknown = JSON.parse(JSON.stringify(entry), shortenValue)
    chars += JSON.stringify(shown).length
    if (page.length > 0 && chars > maxResultChars) break
    page.push(shown)
  }
  const next = from + page.length
  return makeToolSuccess({ [name]: page, ...(next < all.length && { nextCursor: String(next) }) })
}

export const shortenValue = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > maxValueChars
    ? `${value.slice(0, maxValueChars)}… (${value.length} characters)`
    : value
