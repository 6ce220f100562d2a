/** How often a path may be encoded, so that some proxy or server on its way decodes it. */
const maxEncodings = 3

/**
 * What lenient servers read as these characters: overlong forms of UTF-8, `%u` of IIS, and the wide forms
 * that some libraries normalize.
 */
const lenientForms: readonly [RegExp, string][] = [
  [/%c0%ae|%e0%80%ae|%u002e|%uff0e|%ef%bc%8e|\uff0e/gi, '.'],
  [/%c0%af|%e0%80%af|%u002f|%u2215|%uff0f|%ef%bc%8f|%e2%88%95|\uff0f/gi, '/'],
  [/%c1%9c|%u005c|%uff3c|%ef%bc%bc|\uff3c/gi, '/'],
]

/** Reports whether a segment is `.` or `..`, also before characters that some servers cut off. */
const isDots = (segment: string): boolean =>
  /^\.{1,2}(?:%00|%20|%09|%0a|%0d|[\s\0])*$/i.test(segment.split(';', 1)[0] ?? '')

/**
 * Reports whether a server could read a segment of the path as `.` or `..`, and so leave the path:
 * also encoded, once or repeatedly, between encoded slashes or backslashes, and with parameters as
 * in `..;`.
 */
export function hasDotSegments(path: string): boolean {
  let text = path
  for (let encodings = 0; encodings <= maxEncodings; encodings++) {
    if (text.split(/[/\\]/).some(isDots)) return true
    let decoded = text.replaceAll(/%(2e|2f|5c|3b|25)/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    for (const [form, character] of lenientForms) decoded = decoded.replaceAll(form, character)
    if (decoded === text) return false
    text = decoded
  }
  // Nothing is encoded so often in good faith.
  return true
}
