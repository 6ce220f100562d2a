/** Returns the number that a reply counts; undefined for anything else, such as -1 or an empty text. */
export const parseCount = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && /^\s*\d{1,12}\s*$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
