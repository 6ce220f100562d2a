import type { Health } from '@platform/contract'
import { escapeHtml } from '@platform/kernel/http/forms'
import { renderPage, type HtmlPageContent } from './page.ts'
import type { ConnectPageContext } from './sessions.ts'
import type { TypedCredentials, TypedInput } from './typed-inputs.ts'

/** Errors by name of the input, or for the whole form. */
export interface Wrong {
  inputs: Record<string, string>
  all?: string | undefined
}

interface Filled {
  /** Previously entered values, of which only non-secret ones are shown again. */
  values?: Record<string, string>
  wrong?: Wrong
}

/** Asks a person with a link for new credentials. Works without scripts. */
export function renderTypedPage(
  about: ConnectPageContext,
  { inputs, docsUrl }: TypedCredentials,
  { values = {}, wrong = { inputs: {} } }: Filled = {},
): HtmlPageContent {
  const { appName, customer, provider } = about
  const first = wrong.all ? undefined : inputs.find(({ name }) => wrong.inputs[name])
  const fields = inputs.map((input) =>
    renderField(input, {
      value: input.isKept ? (values[input.name] ?? '') : '',
      wrong: wrong.inputs[input.name],
      hasFocus: input === first,
    }),
  )
  return renderPage({
    heading: `Reconnect ${provider}`,
    about,
    text: `${appName} uses ${provider} for ${customer}. Your new credentials are verified with ${provider} and replace the previous ones. Continue only if you know who sent you this link.`,
    hasForm: true,
    action: `<form method="post" autocomplete="off">
${wrong.all ? `<p class="error" role="alert" tabindex="-1" autofocus>${escapeHtml(wrong.all)}</p>` : ''}
${fields.join('\n')}
${docsUrl ? `<p class="hint">${whereToFind(docsUrl)}</p>` : ''}
<button class="primary">Save</button>
</form>`,
  })
}

function renderField(
  { name, label, hint, docsUrl, isSecret, options }: TypedInput,
  { value, wrong, hasFocus }: { value: string; wrong: string | undefined; hasFocus: boolean },
): string {
  const help = [hint && escapeHtml(hint), docsUrl && whereToFind(docsUrl)].filter(Boolean).join(' ')
  const id = `input-${escapeHtml(name)}`
  const described = [help && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ')
  const attributes = [
    `id="${id}" name="${escapeHtml(name)}" required`,
    described && `aria-describedby="${described}"`,
    wrong && 'aria-invalid="true"',
    hasFocus && 'autofocus',
  ]
    .filter(Boolean)
    .join(' ')
  const control = options
    ? `<select ${attributes}>${[{ value: '', label: 'Choose…' }, ...options].map((option) => choice(option, value)).join('')}</select>`
    : `<input ${attributes} type="${isSecret ? 'password' : 'text'}" value="${escapeHtml(value)}" autocomplete="off" autocapitalize="none" spellcheck="false">`
  return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>
${control}
${help && `<p class="hint" id="${id}-hint">${help}</p>`}
${wrong ? `<p class="error" id="${id}-error">${escapeHtml(wrong)}</p>` : ''}</div>`
}

const choice = (option: { value: string; label: string }, chosen: string) =>
  `<option value="${escapeHtml(option.value)}"${option.value === chosen ? ' selected' : ''}>${escapeHtml(option.label)}</option>`

/** Link to the provider's page about the requested value. */
const whereToFind = (url: string) =>
  URL.parse(url)?.protocol.startsWith('http')
    ? `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">Where to find it</a>`
    : ''

export const renderSavedPage = (
  about: ConnectPageContext,
  { state, retryTime }: Health,
): HtmlPageContent =>
  renderPage({
    heading: state === 'unconfirmed' ? 'Saved' : 'Connected',
    about,
    text: `${whatBecame(about, { state, retryTime })} You can close this page.`,
  })

function whatBecame({ provider }: ConnectPageContext, { state, retryTime }: Health): string {
  if (state !== 'unconfirmed') return `${provider} accepted the credentials.`
  return retryTime
    ? `The credentials are saved, but ${provider} did not respond. They will be verified automatically, and the sender of this link is notified if ${provider} rejects them.`
    : `The credentials are saved. ${provider} cannot verify them in advance; they will be checked on first use.`
}

/** Shown for a used, expired or unknown link. */
export const deadLinkPage = (): HtmlPageContent =>
  renderPage({
    heading: 'This link is not valid',
    text: 'It was already used, has expired, or is no longer needed. Ask the sender for a new one.',
  })
