/**
 * An invalid expression, or one that has no value for a record. The message contains what is wrong, but no
 * value of a record.
 */
export class ExpressionError extends Error {
  override name = 'ExpressionError'
}
