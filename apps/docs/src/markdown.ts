import { posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { codeBlock, tabs } from './code-block.ts'
import { toAnchor, escapeMarkup, plainText } from './html.ts'
import { picture } from './pictures.ts'
import type { Sample } from './reference/samples.ts'
import { toDocsPath } from './site.ts'

export interface Heading {
  level: number
  id: string
  html: string
}

export interface Rendered {
  title: string
  html: string
  headings: Heading[]
  /** URLs below `/docs/` that it links to, with anchors. */
  links: string[]
}

/** Links to other files of the repository, which have no page on the site. */
const elsewhere = /^(\.\.\/)|\.(ts|tsx|js|html|vue|svelte|json|yaml|yml)$/

/**
 * Renders Markdown as part of a page. Links to other Markdown files lead to their pages;
 * consecutive code blocks with a `tab=` become tabs, and so do calls that are shown in several
 * languages.
 * @param source the file, below `docs/`
 */
export function renderMarkdown(
  text: string,
  source: string,
  samplesOf: (command: string) => Sample[] | undefined = () => undefined,
): Rendered {
  const headings: Heading[] = []
  const links: string[] = []
  let groups = 0

  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens)
        const id = unique(toAnchor(plainText(html)), headings)
        headings.push({ level: depth, id, html })
        if (depth === 1) return `<h1>${html}</h1>`
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>`
      },
      link({ href, tokens }: Tokens.Link): string {
        const html = this.parser.parseInline(tokens)
        if (/^https?:/.test(href))
          return `<a href="${escapeMarkup(href)}" rel="noopener">${html}</a>`
        if (href.startsWith('/')) return `<a href="${escapeMarkup(href)}">${html}</a>`
        const [file = '', fragment] = href.split('#')
        const target = posix.join(posix.dirname(source), file)
        if (target.endsWith('.webp')) return `<a href="/docs/${escapeMarkup(target)}">${html}</a>`
        if (file && (elsewhere.test(target) || !target.endsWith('.md'))) return html
        const path =
          (file ? toDocsPath(target) : toDocsPath(source)) + (fragment ? `#${fragment}` : '')
        links.push(path)
        return `<a href="/docs/${path}">${html}</a>`
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const rows = token.rows.map((cells) => row(cells, 'td')).join('')
        const head = token.header.some(({ text: words }) => words)
          ? `<thead>${row(token.header, 'th')}</thead>`
          : ''
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>`
      },
      codespan({ text: code }: Tokens.Codespan): string {
        // The policy of the site allows no styles, but attributes of SVG.
        const swatch = /^#([\da-f]{3}){1,2}$/.test(code)
          ? `<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${code}"/></svg>`
          : ''
        return `<code>${swatch}${escapeMarkup(code)}</code>`
      },
      code({ text: code, lang }: Tokens.Code): string {
        return codeBlock(code, getLanguage(lang))
      },
      image: ({ href, text: words }: Tokens.Image): string => picture(href, words, source),
    },
  })

  const parts: string[] = []
  let tokens: Token[] = []
  const flush = () => {
    parts.push(marked.parser(tokens))
    tokens = []
  }
  for (const group of inTabs(marked.lexer(text))) {
    const blocks = group.filter(isCode).flatMap((block) => samplesIn(block) ?? [toSample(block)])
    if (blocks.length < 2) tokens.push(...group)
    else {
      flush()
      const shown = blocks.map(({ name, language, code }) => ({
        name,
        html: codeBlock(code, language),
      }))
      parts.push(tabs(shown, `tabs-${++groups}`))
    }
  }
  flush()

  const [first] = headings
  if (first?.level !== 1) throw new Error(`docs/${source} does not begin with a heading.`)
  return { title: plainText(first.html), html: parts.join('\n'), headings, links }

  function samplesIn({ text: code, lang }: Tokens.Code): Sample[] | undefined {
    return getLanguage(lang) === 'sh' ? samplesOf(code) : undefined
  }
}

const toSample = (block: Tokens.Code): Sample => ({
  name: getTab(block) ?? getLanguage(block.lang),
  language: getLanguage(block.lang),
  code: block.text,
})

/** Groups the tokens of neighboring blocks with a `tab=`. */
function inTabs(tokens: Token[]): Token[][] {
  const groups: Token[][] = []
  let open: Token[] | undefined
  for (const token of tokens) {
    if (token.type === 'space' && open) continue
    if (isCode(token) && getTab(token)) {
      if (open) open.push(token)
      else groups.push((open = [token]))
    } else {
      open = undefined
      groups.push([token])
    }
  }
  return groups
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code'
const getTab = ({ lang = '' }: Tokens.Code) => /\btab="([^"]+)"/.exec(lang)?.[1]
const getLanguage = (lang = '') => lang.split(' ')[0] ?? ''

function unique(id: string, headings: Heading[]): string {
  const same = headings.filter((heading) => heading.id.replace(/-\d+$/, '') === id).length
  return same === 0 ? id : `${id}-${same}`
}
