/** The pattern of `like` for what has the text in it, taking every character as it is. */
export const hasInIt = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
