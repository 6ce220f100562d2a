/** Thrown for a reply that exceeds a limit of its length or of its number of parts. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
  readonly code = 'EBODYTOOLARGE'
}
