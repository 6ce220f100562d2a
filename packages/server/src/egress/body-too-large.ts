/** A reply is more than is taken into memory: longer than was asked for, or of too many parts. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
  readonly code = 'EBODYTOOLARGE'
}
