import { createClient, ProblemError, type Schemas } from '@platform/client'
import { PlatformInstallElement } from '@platform/react/element'
import { toCssVariables } from './branding.ts'
import { choosePageLanguage, pageWordsIn } from './words.ts'

/** The hosted page of a connect link. The secret is in the fragment, which browsers send to no server. */
const [brand, customer, page, foot] = ['brand', 'customer', 'page', 'foot'].map(
  (id) => document.getElementById(id) as HTMLElement,
) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]

/** An address typed over an open page names another link. */
addEventListener('hashchange', () => location.reload())
void show()

async function show(): Promise<void> {
  const secret = location.hash.slice(1)
  const client = createClient({ baseUrl: location.origin, token: secret })
  try {
    if (/^plat_approval_[\w-]+$/.test(secret)) {
      return await showApproval(await client.get('/v1/approval-page', {}), secret)
    }
    if (!/^plat_link_[\w-]+$/.test(secret)) return complain('invalid')
    await showPage(await client.get('/v1/connect-page', {}), secret)
  } catch (error) {
    const isInvalid = error instanceof ProblemError && [401, 403, 404].includes(error.status)
    complain(isInvalid ? 'invalid' : 'failed')
  }
}

/** Shows the product and for whom the page is. */
function showHead(
  { appName, branding }: Pick<Schemas['ConnectPage'], 'appName' | 'branding'>,
  whom: string,
) {
  document.title = `${appName} · ${whom}`
  for (const [name, value] of Object.entries(toCssVariables(branding))) {
    document.documentElement.style.setProperty(name, value)
  }
  brand.replaceChildren(...makeLogos(branding, appName))
  brand.hidden = false
  customer.textContent = whom
}

/** Shows one waiting write to the person who decides about it. */
async function showApproval(given: Schemas['ApprovalPage'], secret: string): Promise<void> {
  const { projectId, approvalId, groupRef, consumerName } = given
  const { PlatformApprovalElement } = await import('@platform/react/element/approvals')
  labelsIn(navigator.language)
  showHead(given, consumerName)
  const component = new PlatformApprovalElement()
  const attributes = {
    project: projectId,
    'approval-id': approvalId,
    'group-ref': groupRef,
    'consumer-ref': consumerName,
    locale: navigator.language,
  }
  for (const [name, value] of Object.entries(attributes)) component.setAttribute(name, value)
  component.options = { getToken: async () => secret, baseUrl: location.origin }
  page.replaceChildren(component)
}

async function showPage(given: Schemas['ConnectPage'], secret: string): Promise<void> {
  const { appName, groupName, locale = navigator.language } = given
  const labels = labelsIn(locale)
  showHead(given, [groupName, given.displayName ?? given.instance].filter(Boolean).join(' · '))

  const component =
    given.allowsSeveral && given.instance === undefined
      ? new (await import('@platform/react/element/accounts')).PlatformAccountsElement()
      : new PlatformInstallElement()
  const attributes = {
    project: given.projectId,
    integration: given.integrationName,
    'group-ref': given.groupRef,
    'group-name': groupName,
    'consumer-ref': given.consumerRef,
    'consumer-name': given.consumerName,
    ...(given.instance && { instance: given.instance }),
    locale,
  }
  for (const [name, value] of Object.entries(attributes)) component.setAttribute(name, value)
  component.options = {
    getToken: async () => secret,
    baseUrl: location.origin,
    fetch: async (input, init) => {
      const reply = await fetch(input, init)
      // Expired or revoked while the page was open.
      if (reply.status === 401 && component.isConnected) complain('invalid', locale)
      return reply
    },
  }
  page.replaceChildren(component)

  const until = document.createElement('span')
  until.id = 'until'
  const time = new Date(given.expireTime)
  const shown = time.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
  until.textContent = labels.until.replace('{time}', shown)
  foot.replaceChildren(until)
  if (given.returnUrl) {
    const link = document.createElement('a')
    link.href = given.returnUrl
    // Without a referrer, an address of the platform asks for confirmation before it connects.
    link.rel = 'noreferrer'
    link.textContent = labels.back.replace('{app}', () => appName)
    foot.prepend(link)
  }
}

function makeLogos({ logo, darkLogo }: Schemas['Branding'], appName: string): (Node | string)[] {
  const image = (source: string) => {
    const element = document.createElement('img')
    element.src = source
    element.alt = appName
    return element
  }
  if (!logo) return [appName]
  if (!darkLogo) return [image(logo)]
  const dark = image(darkLogo)
  dark.className = 'dark'
  return [dark, image(logo)]
}

/** Returns the page's texts, and sets its language and direction. */
function labelsIn(locale: string) {
  const language = choosePageLanguage(locale)
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  return pageWordsIn(language)
}

/** Shows why there is no page; `failed` may pass. */
function complain(why: 'invalid' | 'failed', locale = navigator.language): void {
  const labels = labelsIn(locale)
  document.title = labels[why]
  const box = document.createElement('div')
  box.className = 'message'
  box.setAttribute('role', 'alert')
  const heading = document.createElement('h1')
  heading.textContent = labels[why]
  const text = document.createElement('p')
  text.textContent = labels[`${why}Text`]
  box.append(heading, text)
  if (why === 'failed') {
    const again = document.createElement('button')
    again.textContent = labels.again
    again.addEventListener('click', () => void show())
    box.append(again)
  }
  page.replaceChildren(box)
  document.getElementById('until')?.remove()
}
