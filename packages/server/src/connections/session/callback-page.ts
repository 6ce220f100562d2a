import { createHash } from 'node:crypto'
import type { About, ConnectOutcome } from './sessions.ts'

/**
 * The page on which the provider's redirect ends. It tells the window that opened it the outcome,
 * that window's origin only, and closes itself; without an opener it shows the outcome.
 */
export function callbackPage(outcome: ConnectOutcome): Page {
  const message = outcome.succeeded
    ? { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: outcome.connectionId } }
    : {
        eventType: 'AUTHORIZATION_FAILED',
        data: { error: outcome.error },
        message: outcome.message,
      }
  const script = `
const message = ${toScript(message)}
const origin = ${toScript(outcome.origin ?? null)}
if (window.opener && origin) {
  window.opener.postMessage(message, origin)
  window.close()
}
const back = document.getElementById('back')
if (window.opener) back.addEventListener('click', () => window.close())
else if (history.length > 1) back.addEventListener('click', () => history.go(-2))
else back.hidden = true
`
  const heading = outcome.succeeded ? 'Connected' : 'Not connected'
  const text = outcome.succeeded
    ? 'You can close this window and go on in the app.'
    : `${outcome.message} Close this window and try again in the app.`
  return page({
    heading,
    ...(outcome.about && { about: outcome.about }),
    text,
    action: '<button id="back" type="button">Back to the app</button>',
    script,
  })
}

/** Asks a person whom somebody else may have sent here, before anything is connected. */
export const beginPage = (about: About, url: string): Page =>
  page({
    heading: `Connect ${about.provider}?`,
    about,
    text: `${about.appName} will use the ${about.provider} account that you sign in to for ${about.customer}. Go on only if you asked for this there.`,
    action: `<a id="go" href="${escapeHtml(url)}">Go on to ${escapeHtml(about.provider)}</a> <button id="back" type="button">Cancel</button>`,
    script: `
document.getElementById('back').addEventListener('click', () => (window.opener ? window.close() : history.back()))
`,
  })

interface Page {
  html: string
  contentSecurityPolicy: string
}

function page({
  heading,
  about,
  text,
  action,
  script,
}: {
  heading: string
  about?: About
  text: string
  action: string
  script: string
}): Page {
  return {
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
<main role="status">
${about ? `<p class="about">${escapeHtml(about.appName)} · ${escapeHtml(about.customer)} · ${escapeHtml(about.provider)}</p>` : ''}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${action}
</main>
<script>${script}</script>
</html>
`,
    contentSecurityPolicy: `default-src 'none'; style-src '${sha256(style)}'; script-src '${sha256(script)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #15171c); color: light-dark(#1c2330, #e8eaf0); }
main { max-width: 24rem; margin: 1rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #1f232b); border: 1px solid light-dark(#e3e6eb, #323845); }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 1.5rem; overflow-wrap: anywhere; }
p.about { margin: 0 0 .5rem; color: light-dark(#59616f, #a2a9b6); }
#go, button { display: inline-block; text-decoration: none; font: inherit; padding: .5rem 1rem; border-radius: 8px; border: 1px solid light-dark(#c9ced8, #4a5263); background: transparent; color: inherit; cursor: pointer; }
`
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** JSON that is safe between script tags. */
const toScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
