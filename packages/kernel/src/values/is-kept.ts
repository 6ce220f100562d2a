/**
 * Reports whether PostgreSQL stores the text unchanged: NUL is rejected, and half a surrogate pair
 * is replaced, so three names could become one.
 */
export const isKept = (text: string) => !text.includes('\0') && text.isWellFormed()
