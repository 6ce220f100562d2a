import { escapeHtml } from '@platform/kernel/http/forms'
import { renderPage, type HtmlPageContent } from './page.ts'
import type { AccountChoice } from './finish-connecting.ts'
import { choosePath, type ConnectPageContext, type ConnectOutcome } from './sessions.ts'

/** `source` of the message that other UI libraries for this API wait for after several steps. */
const customAuthSource = 'ampersand-custom-auth'

/**
 * Renders the page that the provider redirects to. It posts the outcome to its opener, restricted
 * to that origin, and closes itself; without an opener it shows the outcome. With `callbackParams`,
 * it also posts these, with which the opener gets the outcome by `POST /v1/custom-auth/connect`.
 */
export function callbackPage(
  outcome: ConnectOutcome,
  callbackParams?: { state: string },
): HtmlPageContent {
  const message = outcome.succeeded
    ? { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: outcome.connectionId } }
    : {
        eventType: 'AUTHORIZATION_FAILED',
        data: {
          error: outcome.error,
          ...(outcome.accounts && { accounts: outcome.accounts }),
          ...(outcome.about?.installURL && { installURL: outcome.about.installURL }),
        },
        message: outcome.message,
      }
  const messages = [
    message,
    ...(callbackParams ? [{ source: customAuthSource, params: callbackParams }] : []),
  ]
  const script = `
const messages = ${toScript(messages)}
const origin = ${toScript(outcome.origin ?? null)}
if (window.opener && origin) {
  for (const message of messages) window.opener.postMessage(message, origin)
  ${outcome.succeeded || !outcome.about?.installURL ? 'window.close()' : ''}
}
const back = document.getElementById('back')
if (window.opener) back.addEventListener('click', () => window.close())
else if (history.length > 1) back.addEventListener('click', () => history.go(-2))
else back.hidden = true
`
  const heading = outcome.succeeded ? 'Connected' : 'Not connected'
  const text = outcome.succeeded
    ? 'You can close this window and return to the app.'
    : `${outcome.message} Close this window and try again in the app.`
  return renderPage({
    heading,
    ...(outcome.about && { about: outcome.about }),
    text,
    action: `${outcome.succeeded ? '' : installLink(outcome.about)}<button id="back" type="button">Back to the app</button>`,
    script,
  })
}

/** Asks for confirmation before connecting if a third party may have sent the person here. */
export const beginPage = (about: ConnectPageContext, url: string): HtmlPageContent =>
  renderPage({
    heading: `Connect ${about.provider}?`,
    about,
    text: `${about.customer === undefined ? '' : `For ${about.customer}, `}${about.appName} will use the ${about.provider} account that you sign in to. Continue only if you started this in ${about.appName}.`,
    action: `${installLink(about)}<a id="go" href="${escapeHtml(url)}">Continue to ${escapeHtml(about.provider)}</a> <button id="back" type="button">Cancel</button>`,
    script: `
document.getElementById('back').addEventListener('click', () => (window.opener ? window.close() : history.back()))
`,
  })

/** Asks to have the package of the app installed, which the provider requires before a sign-in. */
export const installPage = (about: ConnectPageContext, url: string): HtmlPageContent =>
  renderPage({
    heading: `Install the ${about.provider} package first`,
    about,
    text: `${about.provider} only lets people sign in after an administrator of the account has installed the package of ${about.appName}. If it is already installed, continue.`,
    action: `${installLink(about)}<a id="go" href="${escapeHtml(url)}">Continue to ${escapeHtml(about.provider)}</a> <button id="back" type="button">Cancel</button>`,
    script: `
document.getElementById('back').addEventListener('click', () => (window.opener ? window.close() : history.back()))
`,
  })

const installLink = ({ installURL }: Partial<ConnectPageContext> = {}) =>
  installURL === undefined
    ? ''
    : `<p><a href="${escapeHtml(installURL)}" target="_blank" rel="noreferrer">Install the package</a></p>`

/** Asks which of several accounts to connect. Works without scripts. */
export const choicePage = ({ accounts, what, state, about }: AccountChoice): HtmlPageContent =>
  renderPage({
    heading: `Choose a ${what}`,
    about,
    text: `Your ${about.provider} sign-in gives access to ${accounts.length}. ${about.appName} will use the one that you choose.`,
    hasForm: true,
    action: `<form method="post" action="${choosePath}/${escapeHtml(state)}">
<div class="field"><label for="choice">${escapeHtml(about.provider)} ${escapeHtml(what)}</label>
<select id="choice" name="choice" required autofocus>
${accounts.map((label, n) => `<option value="${n}">${escapeHtml(label)}</option>`).join('\n')}
</select></div>
<button class="primary">Connect</button>
</form>`,
  })

/** Returns JSON that is safe between script tags. */
const toScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
