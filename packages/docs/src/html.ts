const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** A sentence of the contract: `code` between backticks, **words** that stand out, links to our pages, paragraphs. */
export const richText = (text: string): string =>
  escapeMarkup(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\((\/[^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll('\n\n', '</p><p>')

/** What a heading is reached by: its words, small, with hyphens. */
export const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** The text of HTML, for the search. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
