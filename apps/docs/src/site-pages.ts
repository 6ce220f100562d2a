import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '@platform/connectors'
import type { JsonObject } from '@platform/contract/openapi'
import {
  agentIndex,
  allGuides,
  toMarkdownPath,
  rewriteLinks,
  type MarkdownPage,
} from './agent-pages.ts'
import { plainText } from './html.ts'
import { layout } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { findOrigin, type Repository } from './page-origins.ts'
import { samplesOfCurl } from './reference/curl-samples.ts'
import { listOperations, type Document } from './reference/document.ts'
import { manifestPage } from './reference/manifest-page.ts'
import { apiPages, apiSection, type MadePage } from './reference/pages.ts'
import { problemPages, type ProblemPage } from './reference/problem-pages.ts'
import { logoFiles } from './reference/provider-logos.ts'
import { proofsPage } from './reference/proofs-page.ts'
import { providerMarkdown } from './reference/provider-markdown.ts'
import { providerPages } from './reference/provider-pages.ts'
import { guides, referenceSection, type DocsPage, type SiteSection } from './site.ts'

/** Folder of the Markdown sources. */
export const docsSources = fileURLToPath(new URL('../../../docs', import.meta.url))

/** A section of a page, for the search. */
export interface SitePage {
  id: number
  href: string
  page: string
  heading: string
  text: string
}

export interface Site {
  /** Text by path in the site's folder. */
  files: Map<string, string>
  found: SitePage[]
}

/** Returns every page of the site. Rejects with a message for a broken link. */
export async function sitePages({
  document,
  manifestSchema,
  catalogue,
  repository = {},
}: {
  document: Document
  manifestSchema: JsonObject
  catalogue: Catalogue
  /** Unset without git and without an address in package.json. */
  repository?: Repository
}): Promise<Site> {
  const sections: SiteSection[] = guides.flatMap((section) =>
    section.title === referenceSection ? [section, apiSection(document)] : [section],
  )
  const operations = listOperations(document)
  const links: { from: string; to: string }[] = []
  const pages: MadePage[] = [
    manifestPage(manifestSchema),
    ...apiPages(document),
    ...providerPages(catalogue),
    proofsPage(catalogue),
  ]
  const markdown: MarkdownPage[] = []
  for (const { path, source = '' } of guides
    .flatMap((section) => section.pages)
    .filter(hasSource)) {
    const text = await readFile(`${docsSources}/${source}`, 'utf8')
    const rendered = renderMarkdown(text, source, (command) => samplesOfCurl(command, operations))
    markdown.push({ path, text: rewriteLinks(text, source) })
    links.push(...rendered.links.map((to) => ({ from: source, to })))
    const origin = findOrigin(source, repository)
    pages.push({ path, hasSamples: path !== '', hasMarkdown: true, origin, ...rendered })
  }
  checkLinks(links, pages)
  await checkSources()

  const files = new Map<string, string>(
    pages.map((page) => [`${page.path}index.html`, layout(page, sections, repository.version)]),
  )
  const skills = providerMarkdown(catalogue)
  for (const { path, text } of [...markdown, ...skills]) files.set(toMarkdownPath(path), text)
  const providers = Object.values(catalogue).map(({ info }) => info)
  for (const [path, svg] of logoFiles(providers)) files.set(path, svg)
  files.set('llms.txt', agentIndex(sections, [...markdown, ...skills]))
  files.set('llms-full.txt', allGuides(markdown))
  const problems = problemPages(document)
  for (const { kind, title, html } of problems) {
    files.set(
      `problems/${kind ? `${kind}.html` : 'index.html'}`,
      layout({ title, html }, sections, repository.version),
    )
  }
  const found = [...pages.flatMap(indexPage), ...problems.map(indexProblem)]
  return { files, found: found.map((part, id) => ({ id, ...part })) }
}

/** Readers search for the kind of a problem, or for words of its page. */
const indexProblem = ({ kind, title, html }: ProblemPage): Omit<SitePage, 'id'> => ({
  ...{ href: kind ? `/problems/${kind}` : '/problems', page: 'Problems', heading: title },
  text: plainText(html).slice(0, maxTextLength),
})

const hasSource = (page: DocsPage) => page.source !== undefined

function checkLinks(links: { from: string; to: string }[], pages: MadePage[]): void {
  const there = new Set(
    pages.flatMap(({ path, headings }) => [path, ...headings.map(({ id }) => `${path}#${id}`)]),
  )
  const lost = links.filter(({ to }) => !there.has(to))
  if (lost.length === 0) return
  throw new Error(
    `Broken links: ${lost.map(({ from, to }) => `docs/${from} to ${to}`).join(', ')}.`,
  )
}

const isForContributors = /^(?:architecture|decisions)\//

async function checkSources(): Promise<void> {
  const written = await Array.fromAsync(glob('**/*.md', { cwd: docsSources }))
  const shown = new Set(guides.flatMap(({ pages }) => pages.map(({ source }) => source)))
  const lost = written.filter((path) => !isForContributors.test(path) && !shown.has(path))
  if (lost.length === 0) return
  throw new Error(`Nothing leads to docs/${lost.join(', docs/')}: add a line in site.ts.`)
}

/** Splits the page at its headings, so that search results lead to sections. */
function indexPage({ path, title, html, headings, isBrief }: MadePage): Omit<SitePage, 'id'>[] {
  if (isBrief) {
    const text = plainText(html).slice(0, maxTextLength / 3)
    return [{ href: `/docs/${path}`, page: title, heading: title, text }]
  }
  const inner = headings.filter(({ level }) => level > 1)
  const starts = inner.map(({ id }) => html.indexOf(`id="${id}"`))
  const parts = [
    { id: '', words: title },
    ...inner.map((one) => ({ id: one.id, words: plainText(one.html) })),
  ]
  return parts.map(({ id, words }, index) => {
    const from = index === 0 ? 0 : (starts[index - 1] ?? 0)
    const to = starts[index] ?? html.length
    return {
      href: `/docs/${path}${id && `#${id}`}`,
      page: title,
      heading: words,
      text: plainText(html.slice(from, to).replace(/^[^>]*>/, '')).slice(0, maxTextLength),
    }
  })
}

/** Enough to find a section; samples at its end would mostly add size. */
const maxTextLength = 900
