/**
 * Interactive parts of the pages: search, tabs, copying, and samples with the reader's own values.
 * Served without types; every page works without it.
 */
import type MiniSearch from 'minisearch'
import type * as search from './search.ts'

const all = <Kind extends Element = HTMLElement>(
  selector: string,
  inside: ParentNode = document,
) => [...inside.querySelectorAll<Kind>(selector)]

// On narrow screens the contents are collapsed initially.
if (matchMedia('(width < 60rem)').matches) {
  document.querySelector('.side details')?.removeAttribute('open')
}
const side = document.querySelector<HTMLElement>('.side')
const here = side?.querySelector<HTMLElement>('[aria-current]')
// `scrollIntoView` would scroll the page as well.
if (side && here) side.scrollTop = here.offsetTop - side.clientHeight / 2

makeTabs()
makeCopyButtons()
makeSearch()
makeNarrowing()
void fillSamples()

/** Filters table rows by words and category. */
function makeNarrowing() {
  for (const form of all<HTMLFormElement>('form[data-narrows]')) {
    const table = document.getElementById(form.dataset['narrows'] ?? '')
    const rows = table ? all<HTMLTableRowElement>('tbody tr', table) : []
    const output = form.querySelector('output')
    const narrow = () => {
      const asked = new FormData(form)
      const words = String(asked.get('words') ?? '')
        .trim()
        .toLowerCase()
      const category = asked.get('category')
      for (const row of rows) {
        const isOf = !category || row.dataset['category'] === category
        row.hidden = !isOf || !row.textContent.toLowerCase().includes(words)
      }
      const shown = rows.filter((row) => !row.hidden).length
      if (output) output.textContent = `${shown} of ${rows.length}`
    }
    form.addEventListener('input', narrow)
    form.addEventListener('submit', (event) => event.preventDefault())
    form.hidden = false
    narrow()
  }
}

function makeTabs() {
  const getChosenTab = () => localStorage.getItem('docs-tab')
  const show = (list: Element, name: string) => {
    const tabs = all<HTMLButtonElement>('[role=tab]', list)
    if (!tabs.some((tab) => tab.textContent === name)) return
    for (const tab of tabs) {
      const isShown = tab.textContent === name
      tab.setAttribute('aria-selected', String(isShown))
      tab.tabIndex = isShown ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isShown
    }
  }
  const choose = (tab: HTMLButtonElement) => {
    const name = tab.textContent
    localStorage.setItem('docs-tab', name)
    // Content above that changes its height must not move the visible part.
    const before = tab.getBoundingClientRect().top
    for (const list of all('.tabs')) show(list, name)
    scrollBy(0, tab.getBoundingClientRect().top - before)
  }
  for (const list of all('.tabs')) {
    const tabs = all<HTMLButtonElement>('[role=tab]', list)
    show(list, tabs[0]?.textContent ?? '')
    show(list, getChosenTab() ?? '')
    for (const [index, tab] of tabs.entries()) {
      tab.addEventListener('click', () => choose(tab))
      tab.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
        const next = step && tabs[(index + step + tabs.length) % tabs.length]
        if (!next) return
        choose(next)
        next.focus()
      })
    }
  }
}

function makeCopyButtons() {
  for (const block of all('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      void navigator.clipboard
        .writeText(block.querySelector('code')?.textContent ?? '')
        .then(() => {
          button.textContent = 'Copied'
          setTimeout(() => (button.textContent = 'Copy'), 1500)
        })
    })
    block.append(button)
  }
}

// URLs on the site.
const indexModule: string = '/docs/assets/minisearch.js'
const searchModule: string = '/docs/assets/search.js'

function makeSearch() {
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLUListElement>('#found')
  if (!input || !list) return
  let searching: Promise<ReturnType<typeof search.createSearch>> | undefined
  let active = -1

  const load = async () => {
    const [{ default: Search }, { createSearch }, reply] = await Promise.all([
      import(indexModule) as Promise<{ default: typeof MiniSearch }>,
      import(searchModule) as Promise<typeof search>,
      fetch('/docs/search.json'),
    ])
    return createSearch(Search, (await reply.json()) as search.SearchedSection[])
  }
  const close = () => {
    list.hidden = true
    active = -1
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const activate = (next: number) => {
    const options = all('[role=option]', list)
    if (options.length === 0) return
    active = (next + options.length) % options.length
    for (const [at, option] of options.entries()) {
      option.setAttribute('aria-selected', String(at === active))
    }
    input.setAttribute('aria-activedescendant', `found-${active}`)
    options[active]?.scrollIntoView({ block: 'nearest' })
  }
  const look = async () => {
    const words = input.value.trim()
    if (!words) return close()
    const find = await (searching ??= load())
    if (input.value.trim() !== words) return
    const results = find(words).slice(0, 12)
    list.replaceChildren(
      ...results.map((result, at) =>
        createOption(at, String(result['href']), String(result['heading']), String(result['page'])),
      ),
    )
    if (results.length === 0) {
      const nothing = document.createElement('li')
      nothing.textContent = `No results for “${words}”.`
      list.append(nothing)
    }
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    active = -1
    if (results.length > 0) activate(0)
  }
  input.addEventListener('focus', () => void (searching ??= load()))
  input.addEventListener('input', () => void look())
  input.addEventListener('blur', () => setTimeout(close, 150))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      activate(active + (event.key === 'ArrowDown' ? 1 : -1))
    }
    if (event.key === 'Enter')
      list.querySelector<HTMLAnchorElement>('[aria-selected=true] a')?.click()
  })
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    const asksForSearch =
      event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey))
    if (isTyping || !asksForSearch) return
    event.preventDefault()
    input.focus()
  })
}

function createOption(at: number, href: string, heading: string, page: string): HTMLLIElement {
  const option = document.createElement('li')
  option.role = 'option'
  option.id = `found-${at}`
  const link = document.createElement('a')
  link.href = href
  link.tabIndex = -1
  link.textContent = heading
  if (page !== heading) {
    const where = document.createElement('span')
    where.textContent = page
    link.append(where)
  }
  option.append(link)
  return option
}

/**
 * Inserts the server's URL into the samples and, for people signed in to the dashboard, one of
 * their projects and, on request, a key and their token. The key is created for this purpose,
 * expires after a day and is kept by this tab only, because existing keys cannot be read. The token
 * is stored nowhere.
 */
async function fillSamples() {
  const main = document.querySelector('main[data-has-samples]')
  if (!main || !main.querySelector('.code')) return
  const replace = (from: string, to: string) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const isCode = node.parentElement?.closest('.code code')
      if (isCode && node.nodeValue?.includes(from)) {
        node.nodeValue = node.nodeValue.replaceAll(from, to)
      }
    }
  }
  replace('https://integrations.acme.example', location.origin)

  const session = await fetch('/auth/get-session')
  // Not served by a platform, or not signed in.
  const isJson = session.headers.get('content-type')?.startsWith('application/json')
  if (!session.ok || !isJson || (await session.json()) === null) return
  // Tokens expire within minutes, so each call gets a new one.
  const newToken = async () => {
    const { token } = (await (await fetch('/auth/token')).json()) as { token: string }
    return token
  }
  const headers = async () => ({
    authorization: `Bearer ${await newToken()}`,
    'content-type': 'application/json',
  })
  const reply = await fetch('/v1/projects?pageSize=100', { headers: await headers() })
  if (!reply.ok) return
  const projects = (await reply.json()) as { id: string; name: string }[]
  const kept = JSON.parse(sessionStorage.getItem('docs-samples') ?? '{}') as {
    project?: string
    key?: string
  }
  const isThere = projects.some(({ name }) => name === kept.project)
  let { project = 'my-project', key = 'plat_full_…' } = isThere ? kept : {}
  if (!isThere && projects[0]) project = projects[0].name
  replace('my-project', project)
  replace('plat_full_…', key)
  if (projects.length === 0) return

  const bar = document.createElement('div')
  bar.className = 'samples'
  const label = document.createElement('label')
  label.textContent = 'Project for samples '
  const select = document.createElement('select')
  select.append(...projects.map(({ name }) => new Option(name, name, false, name === project)))
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Create a one-day key'
  const status = document.createElement('span')
  status.role = 'status'
  label.append(select)
  bar.append(label, button, status)
  main.querySelector('h1')?.after(bar)

  const keep = () => sessionStorage.setItem('docs-samples', JSON.stringify({ project, key }))
  select.addEventListener('change', () => {
    replace(project, select.value)
    replace(key, 'plat_full_…')
    project = select.value
    key = 'plat_full_…'
    status.textContent = ''
    keep()
  })
  const make = async () => {
    button.disabled = true
    const made = await fetch(`/v1/projects/${encodeURIComponent(project)}/api-keys`, {
      method: 'POST',
      headers: await headers(),
      body: JSON.stringify({
        label: 'Documentation samples',
        scopes: ['full'],
        expireTime: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    }).finally(() => (button.disabled = false))
    if (!made.ok) {
      status.textContent =
        'Key not created. You do not have permission to create keys in this project.'
      return
    }
    const { key: fresh } = (await made.json()) as { key: string }
    replace(key, fresh)
    key = fresh
    status.textContent =
      'The samples use the new key. It expires after one day and is listed in the dashboard.'
    keep()
  }
  button.addEventListener('click', () => void make())

  // Operations for people only accept no key.
  let token = '<your token>'
  if (!main.textContent.includes(token)) return
  const show = document.createElement('button')
  show.type = 'button'
  show.textContent = 'Insert my token'
  show.addEventListener('click', () => {
    void newToken().then((fresh) => {
      replace(token, fresh)
      token = fresh
      status.textContent =
        'The samples contain your token. It expires after 15 minutes. Keep it secret.'
    })
  })
  button.after(show)
}
