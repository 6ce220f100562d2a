/** A bracket that opens ends the search: else what is opened again and again was read to the end each time. */
const comment = /(?:^|\s)#\s*platform:ignore\[([^[\]]*)\]/

/**
 * The rules that comments silence, by line: `# platform:ignore[rule, …]` speaks of its own line
 * or, when nothing else is on it, of the next line that is not a comment.
 */
export function ignoredRules(text: string): Map<number, Set<string>> {
  const ignored = new Map<number, Set<string>>()
  let pending: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const names =
      comment
        .exec(line)?.[1]
        ?.split(',')
        .map((name) => name.trim()) ?? []
    if (/^\s*#/.test(line)) {
      pending.push(...names)
      continue
    }
    if (pending.length + names.length > 0) ignored.set(index + 1, new Set([...pending, ...names]))
    pending = []
  }
  return ignored
}
