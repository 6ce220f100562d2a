/** How often a path may be encoded, so that some proxy or server on its way decodes it. */
const maxEncodings = 3

/**
 * Reports whether a server could read a segment of the path as `.` or `..`, and so leave the path:
 * also encoded, once or repeatedly, between encoded slashes or backslashes, and with parameters as
 * in `..;`.
 */
export function hasDotSegments(path: string): boolean {
  let text = path
  for (let encodings = 0; encodings <= maxEncodings; encodings++) {
    const steps = text.split(/[/\\]/).map((step) => step.split(';', 1)[0])
    if (steps.some((step) => step === '.' || step === '..')) return true
    const decoded = text.replaceAll(/%(2e|2f|5c|3b|25)/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    if (decoded === text) return false
    text = decoded
  }
  // Nothing is encoded so often in good faith.
  return true
}
