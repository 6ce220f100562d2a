import { toMarkdownPath } from './agent-pages.ts'
import { escapeMarkup } from './html.ts'
import type { Heading } from './markdown.ts'
import type { Origin } from './page-origins.ts'
import type { DocsPage, SiteSection } from './site.ts'

export interface Layout {
  title: string
  /** Below `/docs/`; undefined for pages of problems, which have their own URLs. */
  path?: string
  html: string
  headings?: Heading[]
  /** Whether samples are filled in for the signed-in person. */
  hasSamples?: boolean
  /** Whether its Markdown is served too. */
  hasMarkdown?: boolean
  origin?: Origin
}

/** Returns a page with head, navigation and footer. Loads nothing from other hosts. */
export function layout(
  {
    title,
    path,
    html,
    headings = [],
    hasSamples = false,
    hasMarkdown = false,
    origin = {},
  }: Layout,
  sections: SiteSection[],
  version?: string,
): string {
  const isFront = path === ''
  const contents = isFront ? [] : headings.filter(({ level }) => level === 2 || level === 3)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}${isFront ? '' : ' · Platform'}</title>
<link rel="icon" href="/docs/assets/mark.svg">
<link rel="stylesheet" href="/docs/assets/docs.css">
<script type="module" src="/docs/assets/docs.js"></script>${hasMarkdown && path !== undefined ? `\n<link rel="alternate" type="text/markdown" href="/docs/${toMarkdownPath(path)}">` : ''}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="home" href="/docs/"><img src="/docs/assets/mark.svg" alt="" width="22" height="22"> Platform <span>docs</span></a>${version === undefined ? '' : `\n<a class="version" href="/docs/changelog/" aria-label="Version ${escapeMarkup(version)}: changelog">${escapeMarkup(version)}</a>`}
<search><label for="search" class="hidden">Search the docs</label><input id="search" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd><ul id="found" role="listbox" aria-label="Search results" hidden></ul></search>
<nav aria-label="Product"><a href="/">Dashboard</a></nav>
</header>
<div class="frame">
<nav class="side" aria-label="Docs"><details open><summary>Contents</summary>${sections.map((section) => renderSection(section, path)).join('')}</details></nav>
<main id="content" tabindex="-1"${isFront ? ' class="front"' : ''}${hasSamples ? ' data-has-samples' : ''}>
${html}
${renderFooter(origin)}${pathOfReading(sections, path)}
</main>
${contents.length > 1 ? `<nav class="on-page" aria-label="On this page"><h2>On this page</h2><ul>${contents.map(({ level, id, html: words }) => `<li class="level-${level}"><a href="#${id}">${words}</a></li>`).join('')}</ul></nav>` : ''}
</div>
</body>
</html>
`
}

/** Returns the date of the last change and a link for editing, as far as they are known. */
function renderFooter({ changedOn, editUrl }: Origin): string {
  const parts = [
    changedOn && `Last updated <time datetime="${changedOn}">${changedOn}</time>`,
    editUrl && `<a href="${escapeMarkup(editUrl)}" rel="noopener">Edit this page</a>`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : `<p class="quiet origin">${parts.join(' · ')}</p>\n`
}

const renderSection = ({ title, pages }: SiteSection, path: string | undefined) =>
  `<h2>${escapeMarkup(title)}</h2><ul>${pages.map((page) => `<li><a href="/docs/${page.path}"${page.path === path ? ' aria-current="page"' : ''}>${escapeMarkup(page.name)}</a></li>`).join('')}</ul>`

/** Returns links to the previous and next page. */
function pathOfReading(sections: SiteSection[], path: string | undefined): string {
  const pages = sections.flatMap((section) => section.pages)
  const here = pages.findIndex((page) => page.path === path)
  if (here === -1) return ''
  const to = (page: DocsPage | undefined, rel: string, words: string) =>
    page
      ? `<a rel="${rel}" href="/docs/${page.path}"><span>${words}</span> ${escapeMarkup(page.name)}</a>`
      : ''
  return `<nav class="reading" aria-label="Previous and next page">${to(pages[here - 1], 'prev', 'Previous')}${to(pages[here + 1], 'next', 'Next')}</nav>`
}
