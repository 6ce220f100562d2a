import { posix } from 'node:path'
import { toDocsPath, type SiteSection } from './site.ts'

/** A guide for coding agents. */
export interface MarkdownPage {
  /** Below `/docs/`, like the page itself. */
  path: string
  text: string
}

/**
 * Path of a page's Markdown in the site's folder: the page's path with `.md` instead of the
 * trailing slash.
 */
export const toMarkdownPath = (path: string): string =>
  path === '' ? 'index.md' : `${path.slice(0, -1)}.md`

/**
 * Returns Markdown with links that work on the site. Links to repository files become plain text.
 * @param source the file, below `docs/`
 */
export function rewriteLinks(text: string, source: string): string {
  const parts = text.split(/(^```.*?^```$)/ms)
  return parts.map((part, n) => (n % 2 === 1 ? part : withServedLinks(part, source))).join('')
}

const withServedLinks = (text: string, source: string): string =>
  text.replaceAll(
    /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (link, image: string, words: string, href: string) => {
      if (/^(https?:|\/|#)/.test(href)) return link
      const [file = '', fragment] = href.split('#')
      const target = posix.join(posix.dirname(source), file)
      if (image !== '') return `![${words}](/docs/${target})`
      if (target.startsWith('..') || !target.endsWith('.md')) return words
      return `[${words}](/docs/${toMarkdownPath(toDocsPath(target))}${fragment ? `#${fragment}` : ''})`
    },
  )

/**
 * Returns `/llms.txt` (llmstxt.org): a description of the product, and the text URLs of guides and
 * reference.
 */
export function agentIndex(
  sections: readonly SiteSection[],
  pages: readonly MarkdownPage[],
): string {
  const textOf = new Map(pages.map(({ path, text }) => [path, text]))
  const listed = sections.flatMap(({ title, pages: inSection }) => {
    const lines = inSection.flatMap(({ path, name }) => {
      const text = textOf.get(path)
      return text === undefined
        ? []
        : [`- [${name}](/docs/${toMarkdownPath(path)})${describing(firstParagraph(text))}`]
    })
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`]
  })
  return `# Platform

> Self-hosted, open-source platform for customer-facing integrations: a SaaS product embeds a UI in which its customers connect Salesforce, HubSpot and other tools, choose objects and map fields. The platform reads, writes and subscribes, and reports everything by signed notifications.

Each page of the documentation below \`/docs/\` is available as Markdown at the same path with \`.md\` in place of the trailing slash. All of them in one file: [llms-full.txt](/llms-full.txt).

${listed.join('\n\n')}

## Machine-readable reference

- [OpenAPI 3.1](/openapi.json): every operation, schema, problem and webhook message
- [Providers](/v1/providers): the catalogue with supported features and their verification
- [Problems](/problems): causes and solutions of every error type
`
}

/** Returns `/llms-full.txt`: all guides in reading order. */
export const allGuides = (pages: readonly MarkdownPage[]): string =>
  pages.map(({ path, text }) => `<!-- /docs/${path} -->\n\n${text.trim()}\n`).join('\n')

const describing = (text: string) => (text === '' ? '' : `: ${text}`)

/** Returns the first sentence below the title, without markup. */
function firstParagraph(text: string): string {
  const paragraph = text
    .split(/\n{2,}/)
    .find((block) => /^[A-Z`*[]/.test(block) && !block.startsWith('# '))
  const plain = (paragraph ?? '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('*', '')
    .replaceAll('\n', ' ')
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/[.:]$/, '') ?? ''
}
