/**
 * A second opening bracket ends the match: otherwise repeated brackets would take quadratic time.
 */
const comment = /(?:^|\s)#\s*platform:ignore\[([^[\]]*)\]/

/**
 * Returns the rules silenced by comments, by line: `# platform:ignore[rule, …]` applies to its own
 * line or, if alone on it, to the next line that is not a comment.
 */
export function parseIgnoredRules(text: string): Map<number, Set<string>> {
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
