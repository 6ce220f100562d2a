/** Longer texts are cut: the message of an error page is short. */
const maxTextLength = 20_000

/** Elements whose content is not shown. */
const hidden = ['script', 'style', 'template', 'svg']

/**
 * Returns the text that a page shows, without markup. Takes time proportional to the page, whatever it
 * contains.
 */
export function readPageText(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let length = 0
  for (let at = 0; at < html.length && length < maxTextLength;) {
    const tag = html.indexOf('<', at)
    const part = html.slice(at, tag === -1 ? undefined : tag)
    parts.push(part)
    length += part.length
    if (tag === -1) break
    at = findTagEnd(lower, tag)
  }
  return decodeEntities(parts.join(' ')).replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength)
}

/** Returns where the tag, or the hidden element that it opens, ends. */
function findTagEnd(html: string, tag: number): number {
  const name = hidden.find((one) => html.startsWith(one, tag + 1))
  const end = name ? html.indexOf(`</${name}`, tag) : tag
  const close = end === -1 ? -1 : html.indexOf('>', end)
  return close === -1 ? html.length : close + 1
}

const entities: Record<string, string> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  rsquo: '’',
}

const decodeEntities = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w{2,5}));/g, (whole, code: string | undefined, name = '') =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
