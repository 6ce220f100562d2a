import { execFile } from 'node:child_process'
import { glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogue, listVerifiedObjects } from '@platform/connectors'
import { problemTypes } from '@platform/contract'
import { openapiDocument } from '@platform/contract/openapi'
import { manifestJsonSchema, parseManifest } from '@platform/manifest'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { toMarkdownPath, rewriteLinks } from './agent-pages.ts'
import { layout } from './layout.ts'
import { findOrigin, readRepository } from './page-origins.ts'
import type { Document } from './reference/document.ts'
import { listProofRows } from './reference/proofs-page.ts'
import { exampleManifest } from './reference/provider-guide.ts'
import { docsSources, sitePages, type Site } from './site-pages.ts'
import { guides } from './site.ts'

// The pages read what the contract generates.
const document = openapiDocument() as unknown as Document
let site: Site
beforeAll(async () => {
  site = await sitePages({ document, manifestSchema: manifestJsonSchema(), catalogue })
})

it('has a page for every operation, schema and problem', () => {
  const all = [...site.files.values()].join('\n')
  const { paths, components } = document

  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    expect(all).toContain(`id="${operation.operationId}"`)
  }
  for (const id of Object.keys(components.schemas)) expect(all).toContain(`id="${id}"`)
  for (const kind of Object.keys(problemTypes)) {
    const page = site.files.get(`problems/${kind}.html`)
    expect(page).toContain('Solution')
    expect([kind, page]).toEqual([kind, expect.stringMatching(/Causes.*<td>.+<\/td>/s)])
  }
})

it('shows the proof of every action of every object, with its source', () => {
  const page = site.files.get('catalogue/proofs/index.html') ?? ''
  for (const [name, entry] of Object.entries(catalogue)) {
    const objects = listVerifiedObjects(entry)
    const rows = listProofRows(objects)
    const proven = Object.entries(objects).flatMap(([object, { evidence = {} }]) =>
      Object.keys(evidence).map((action) => `${object} ${action}`),
    )
    const shown = rows.flatMap((row) =>
      row.objects.flatMap((object) => row.actions.map((action) => `${object} ${action}`)),
    )
    expect([name, ...shown.toSorted()]).toEqual([name, ...proven.toSorted()])
    expect(page.includes(`id="proof-${name}"`)).toBe(
      rows.length > 0 || entry.info.signInEvidence !== undefined,
    )
    for (const { level, source, date } of rows) {
      if (level !== 'stand-in') expect([source, date]).not.toContain('')
    }
  }
})

it('has a short skill file for every provider, which llms.txt leads to', () => {
  const list = site.files.get('catalogue/providers.md') ?? ''
  const sizes = Object.entries(catalogue).map(([name, { info }]) => {
    const text = site.files.get(`catalogue/${name}.md`) ?? ''
    expect(list).toContain(`(/docs/catalogue/${name}.md)`)
    expect(text).toMatch(/^---\nname: [a-z\d-]+\ndescription: ".*"\n---\n/)
    for (const part of ['## Sign-in', '## Objects'])
      expect([name, text]).toEqual([name, expect.stringContaining(part)])
    for (const { from } of info.changes ?? []) expect(text).toContain(from)
    for (const scope of info.scopes?.signIn ?? []) expect(text).toContain(`\`${scope}\``)
    return Buffer.byteLength(text)
  })

  expect(site.files.get('llms.txt')).toContain('(/docs/catalogue/providers.md)')
  expect(site.files.get('llms-full.txt')).not.toContain('name: hubspot-integration')
  expect(Math.max(...sizes)).toBeLessThan(20_000)
})

it('names only existing settings in the pages of problems', async () => {
  const settings = await readFile(`${docsSources}/settings.md`, 'utf8')
  const pages = [...site.files].filter(([path]) => path.startsWith('problems/'))
  const text = pages.map(([, html]) => html).join('\n')
  const named = new Set([...text.matchAll(/\b(PLATFORM_[A-Z_]+)/g)].map(([, name]) => name))

  expect(named.size).toBeGreaterThan(10)
  for (const name of named) expect(settings).toContain(`\`${name}\``)
})

it('shows the images that the API returns as files, and a letter for other providers', () => {
  const list = site.files.get('catalogue/providers/index.html') ?? ''
  const drawings = [...site.files].filter(([path]) => path.startsWith('assets/logos/'))
  const shown = [...list.matchAll(/(?:src|srcset)="\/docs\/(assets\/logos\/[^"]+)"/g)]
  const withLogo = Object.values(catalogue).filter(({ info }) => info.media)

  expect(withLogo.length).toBeGreaterThan(80)
  expect(list.match(/<img src="\/docs\/assets\/logos/g)).toHaveLength(withLogo.length)
  expect(list.match(/data-letter="."/g) ?? []).toHaveLength(
    Object.keys(catalogue).length - withLogo.length,
  )
  expect([...new Set(shown.map(([, path]) => path))].toSorted()).toEqual(
    drawings.map(([path]) => path).toSorted(),
  )
  expect(drawings.every(([, svg]) => /^<svg [^>]*>.*<\/svg>$/s.test(svg))).toBe(true)
  expect(site.files.get('catalogue/hubspot/index.html')).toContain('assets/logos/hubspot.svg')
})

it('has a page for every provider with its features, their verification and its objects', () => {
  const list = site.files.get('catalogue/providers/index.html')
  for (const [name, { info, connector }] of Object.entries(catalogue)) {
    const page = site.files.get(`catalogue/${name}/index.html`)
    expect(list).toContain(`href="/docs/catalogue/${name}/"`)
    expect(info.labels?.['category']).toBeDefined()
    for (const objectName of Object.keys(connector?.knownObjects?.() ?? {})) {
      expect(page).toContain(`<code>${objectName}</code>`)
    }
    expect(page?.includes('<td>Not verified</td>')).toBe(
      Object.values(info.proof ?? {}).some((one) => one === 'stand-in' || one === 'unverified'),
    )
  }
  // HubSpot is read as its specification demands, but its writes are not verified.
  const row = (name: string) =>
    list?.split('<tr ').find((one) => one.includes(`href="/docs/catalogue/${name}/"`))
  expect(row('hubspot')).toContain('<td>Agrees with the provider’s API specification</td>')
  expect(row('salesforce')).toContain('<td>Not verified</td>')
})

it('describes how to connect every provider', () => {
  for (const [name, { info }] of Object.entries(catalogue)) {
    const page = site.files.get(`catalogue/${name}/index.html`) ?? ''
    const [, steps = ''] = page.split('<h2 id="app"')
    expect([name, steps]).toEqual([name, expect.stringMatching(/<ol>(<li>.+<\/li>)+<\/ol>/)])
    for (const { displayName, redirectParam } of info.metadata?.input ?? []) {
      if (displayName && redirectParam === undefined)
        expect(steps).toContain(`<em>${displayName.replaceAll('&', '&amp;')}</em>`)
    }
    for (const scope of info.scopes?.offline ?? []) {
      if (info.oauth2Opts) expect(steps).toContain(`<code>${scope}</code>`)
    }
    for (const step of info.app?.steps ?? []) {
      const shown = step
        .replaceAll('&', '&amp;')
        .replaceAll('>', '&gt;')
        .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      expect(steps).toContain(shown)
    }
    for (const { code } of info.signInErrors ?? []) expect(page).toContain(`<code>${code}</code>`)
    for (const { what } of info.changes ?? []) expect(page).toContain(what)
    if (info.oauth2Opts?.grantType.startsWith('authorizationCode')) {
      expect(steps).toContain('/callbacks/v1/oauth')
      expect(steps.includes('The provider grants no access without them')).toBe(
        info.oauth2Opts?.explicitScopesRequired,
      )
    }
  }
})

it('shows a deployable manifest for every provider', () => {
  for (const [name, { info, connector }] of Object.entries(catalogue)) {
    const page = site.files.get(`catalogue/${name}/index.html`)
    const text = exampleManifest(info, connector?.knownObjects?.() ?? {})
    if (text === undefined) {
      expect([name, info.proof]).toEqual([name, undefined])
      expect(page).toContain('Connect only. To declare')
      continue
    }
    const { integrations, findings } = parseManifest(text, {
      findProvider: (provider) => catalogue[provider]?.info,
    })
    expect([name, findings]).toEqual([name, []])
    expect(integrations).toHaveLength(1)
    expect([name, integrations[0]?.read !== undefined]).toEqual([
      name,
      info.proof?.read !== undefined,
    ])
    expect(page).toContain('<h2 id="declare"')
  }
})

it('has no broken links and loads nothing from other sites', async () => {
  const pictures = await Array.fromAsync(glob('**/*.webp', { cwd: docsSources }))
  const ids = new Map(
    [...site.files].map(([path, html]) => [
      path,
      new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  )
  const lost: string[] = []
  for (const [path, html] of site.files) {
    for (const [, target = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const [address = '', id] = target.split('#')
      if (!address && id) {
        if (!ids.get(path)?.has(id)) lost.push(`${path}: ${target}`)
      } else if (address.endsWith('.webp')) {
        if (!pictures.includes(address.slice('/docs/'.length))) lost.push(`${path}: ${target}`)
      } else if (/^\/(docs|problems)/.test(address)) {
        const page = ids.get(toFile(address))
        if (!page || (id && !page.has(id))) lost.push(`${path}: ${target}`)
      }
    }
    // Scrollable areas are reachable by keyboard.
    expect(html).not.toContain('<pre>')
    expect(html).not.toMatch(/(src|<link[^>]*href)="(https?:)?\/\/|<style|style="|<script>/)
  }

  expect(lost).toEqual([])
  expect(site.files.get('ui/index.html')).toContain('href="/docs/ui/pictures/manage.webp"')
})

const toFile = (address: string) =>
  address.startsWith('/problems')
    ? `problems/${address.slice('/problems/'.length) || 'index'}.html`
    : `${address.slice('/docs/'.length)}index.html`

it('gives each heading of a page a unique anchor', () => {
  for (const [path, html] of site.files) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect([path, ids.length]).toEqual([path, new Set(ids).size])
  }
})

it('is found by its words', () => {
  const headings = site.found.map(({ page, heading }) => `${page}: ${heading}`)

  expect(headings).toContain('Receive webhooks: Verify the signature')
  expect(headings).toContain('Writing: Write records to a provider')
  expect(
    site.found.every(({ text, href }) => text.length <= 900 && /^\/(docs|problems)/.test(href)),
  ).toBe(true)
  for (const kind of Object.keys(problemTypes)) {
    const problem = site.found.find(({ href }) => href === `/problems/${kind}`)
    expect(problem?.heading).toContain(kind)
  }
})

it('names every metric', async () => {
  const page = await readFile(`${docsSources}/monitoring.md`, 'utf8')
  const sources = await Array.fromAsync(
    glob('../server/*/src/**/{metrics,processes,telemetry}.ts', { cwd: docsSources }),
  )
  const text = await Promise.all(sources.map((path) => readFile(`${docsSources}/${path}`, 'utf8')))
  const names = [...text.join('').matchAll(/name: '(platform_\w+)'/g)].map(([, name]) => name)

  expect([...page.matchAll(/^\| `(platform_\w+)`/gm)].map(([, name]) => name).toSorted()).toEqual(
    names.toSorted(),
  )
})

it('queries only existing metrics in the dashboard and the alerts', async () => {
  const page = await readFile(`${docsSources}/monitoring.md`, 'utf8')
  const [board, rules] = await Promise.all(
    ['grafana.json', 'alerts.yaml'].map((file) =>
      readFile(`${docsSources}/../deploy/monitoring/${file}`, 'utf8'),
    ),
  )
  const named = [...`${board}${rules}`.matchAll(/\bplatform_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  )
  const alerts = [...(rules ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)

  expect(named.length).toBeGreaterThan(15)
  for (const name of named) expect(page).toContain(`| \`${name}\``)
  expect([...page.matchAll(/^\| `(Platform\w+)`/gm)].map(([, name]) => name)).toEqual(alerts)
})

it('serves every guide as Markdown whose links lead to Markdown', () => {
  const guidePages = guides.flatMap(({ pages }) => pages.filter(({ source }) => source))
  const all = guidePages.map(
    ({ path }) => [path, site.files.get(toMarkdownPath(path)) ?? ''] as const,
  )
  const index = site.files.get('llms.txt') ?? ''
  const full = site.files.get('llms-full.txt') ?? ''

  expect(all.length).toBeGreaterThan(40)
  for (const [path, text] of all) {
    expect(text).toMatch(/^# /)
    expect(index).toContain(`](/docs/${toMarkdownPath(path)})`)
    expect(full).toContain(text.trim())
    expect(site.files.get(`${path}index.html`)).toContain(
      `type="text/markdown" href="/docs/${toMarkdownPath(path)}"`,
    )
    const links = [...text.matchAll(/\]\(\/docs\/([^)#]*)/g)].map(([, to = '']) => to)
    for (const to of links) {
      if (to.endsWith('.webp')) continue
      const isThere = site.files.has(to) || site.files.has(`${to}index.html`)
      expect([path, to, isThere]).toEqual([path, to, true])
    }
    expect(text).not.toMatch(/\]\((?!https?:|\/|#)[^)]*\.md/)
  }
})

it('shows each color in the list of variables', () => {
  const html = site.files.get('ui/theming/index.html') ?? ''

  const shown = [...html.matchAll(/fill="(#\w+)"\/><\/svg>(#\w+)<\/code>/g)]
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter(([, fill, name]) => fill !== name)).toEqual([])
})

it('leaves links in code blocks unchanged', () => {
  const text = 'See [events](../events.md#all) and [code](../../x.ts).\n\n```md\n[a](b.md)\n```\n'

  expect(rewriteLinks(text, 'ui/theming.md')).toBe(
    'See [events](/docs/events.md#all) and code.\n\n```md\n[a](b.md)\n```\n',
  )
})

it('has a front page with picture, command, code and first steps within 160 kB', async () => {
  const html = site.files.get('index.html') ?? ''
  const front = /<main id="content"[^>]* class="front"[^]*?<h2/.exec(html)?.[0] ?? ''
  const pictures = [...html.matchAll(/(?:src|srcset)="\/docs\/([^"]+\.webp)"/g)].map(
    ([, path]) => `${docsSources}/${path}`,
  )
  const browser = ['docs.css', 'docs.ts'].map(
    (name) => `${docsSources}/../apps/docs/src/browser/${name}`,
  )
  const sizes = await Promise.all([...pictures, ...browser].map((path) => stat(path)))

  expect(front).toMatch(
    /<source srcset="[^"]+" media="\(prefers-color-scheme: dark\)" width="720" height="\d+">/,
  )
  expect(front).toMatch(/<img [^>]*alt="[^"]+" width="720" height="1466"/)
  expect(front).toContain('npm start')
  expect(front.match(/role="tab"/g)).toHaveLength(3)
  for (const path of ['start/quickstart/', 'concepts/', 'comparison/']) {
    expect(front).toContain(`<a href="/docs/${path}">`)
  }
  expect(html.length + sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(160_000)
})

it('links every claim about another vendor to its source', async () => {
  const text = await readFile(`${docsSources}/comparison.md`, 'utf8')
  const vendors = text
    .split(/^## /m)
    .filter((part) => /^(Nango|Merge|Paragon|Ampersand|Airbyte|Corsair|Composio)/.test(part))
  const facts = vendors.flatMap((part) => part.split(/^- (?=\*\*)/m).slice(1))

  expect(vendors).toHaveLength(7)
  expect(facts.length).toBeGreaterThan(30)
  expect(facts.filter((fact) => !/\]\(https:|not found\./.test(fact))).toEqual([])
  expect(text).toMatch(/read them on \d+ \w+ 20\d\d/)
})

it.each([
  [
    'git+https://github.com/acme/platform.git',
    'https://github.com/acme/platform/edit/main/docs/a.md',
  ],
  ['github:acme/platform', 'https://github.com/acme/platform/edit/main/docs/a.md'],
  ['https://gitlab.com/acme/platform', 'https://gitlab.com/acme/platform/-/edit/main/docs/a.md'],
  ['https://git.acme.example/platform', undefined],
  ['javascript:alert(1)//github.com/a/b', undefined],
  [undefined, undefined],
])('links from a page to its source in %s', (address, editUrl) => {
  expect(findOrigin('a.md', { address })).toEqual({ changedOn: undefined, editUrl })
})

it('names its version, with a link to the changes', async () => {
  const { version } = await readRepository()
  const html = layout({ title: 'Page', path: 'page/', html: '<h1>Page</h1>' }, [], version)

  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(html).toMatch(`href="/docs/changelog/" aria-label="Version ${version}: changelog"`)
  expect(site.files.get('changelog/index.html')).toContain(version)
})

it('shows when a page was last changed, unless there is no git', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'origins-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'docs'))
  await writeFile(join(folder, 'package.json'), '{}')
  const git = (date: string, ...args: string[]) =>
    promisify(execFile)(
      'git',
      ['-c', 'user.name=Ana', '-c', 'user.email=ana@acme.example', ...args],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      },
    )

  expect(await readRepository(folder)).toEqual({})
  await git('', 'init', '-q')
  for (const [date, file] of [
    ['2026-03-02T10:00:00Z', 'first.md'],
    ['2026-04-05T10:00:00Z', 'second.md'],
  ] as const) {
    await writeFile(join(folder, 'docs', file), '# Page')
    await git(date, 'add', '.')
    await git(date, 'commit', '-qm', file)
  }
  const repository = await readRepository(folder)
  const [first, second, unknown] = ['first.md', 'second.md', 'new.md'].map((source) => {
    const origin = findOrigin(source, repository)
    return layout({ title: 'Page', path: 'page/', html: '<h1>Page</h1>', origin }, [])
  })

  expect(first).toContain('Last updated <time datetime="2026-03-02">2026-03-02</time>')
  expect(second).toContain('Last updated <time datetime="2026-04-05">2026-04-05</time>')
  expect(unknown).not.toContain('Last updated')
})
