/** Returns the text without what PostgreSQL's `jsonb` rejects: NUL and lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
