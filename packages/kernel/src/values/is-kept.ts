/** PostgreSQL keeps no NUL in text, and UTF-8 no half of a pair: three names could become one. */
export const isKept = (text: string) => !text.includes('\0') && text.isWellFormed()
