import type { UiApi } from '../api.ts'

const said = new Set<string>()

/** Warns the developer in the console, once per page. */
function sayOnce(text: string): void {
  if (said.has(text)) return
  said.add(text)
  console.warn(`[platform] ${text}`)
}

/** Warns about names that match nothing, and suggests the nearest one. */
export function warnOfUnknown(what: string, given: readonly string[], known: readonly string[]) {
  for (const name of given) {
    if (known.includes(name)) continue
    const near = findNearest(name, known)
    const hint = near ? `Did you mean "${near}"?` : `Expected: ${known.join(', ')}.`
    sayOnce(`${what} "${name}" is unknown and has no effect. ${hint}`)
  }
}

/** Warns that the integration does not exist, and suggests the nearest name of the project. */
export async function warnOfIntegration(api: UiApi, integration: string): Promise<void> {
  const found = await api
    .get('/v1/projects/{projectIdOrName}/integrations', {
      params: { projectIdOrName: api.project },
      query: {},
    })
    // Callers that may not list integrations still get the first part of the warning.
    .catch(() => [])
  const near = findNearest(
    integration,
    found.map(({ name }) => name),
  )
  sayOnce(
    `The project ${api.project} has no integration "${integration}". ${near ? `Did you mean "${near}"?` : 'Deploy it first, or correct the name.'}`,
  )
}

/** Returns the name that differs by case or by few letters. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
  return best && best.far <= Math.max(2, name.length / 3) ? best.one : undefined
}

/** Counts the letters to add, remove or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next[to] = Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[other.length] ?? 0
}
