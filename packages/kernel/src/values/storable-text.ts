/** Returns the text without what PostgreSQL's `jsonb` refuses: NUL and lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
