/** Returns a `like` pattern that matches text containing this text literally. */
export const hasInIt = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
