import { hash } from 'node:crypto'
import { escapeHtml } from '@platform/kernel/http/forms'
import type { ConnectPageContext } from './sessions.ts'

/** A page of the platform that an end user sees while connecting. */
export interface HtmlPageContent {
  html: string
  contentSecurityPolicy: string
}

interface PageParts {
  heading: string
  about?: ConnectPageContext
  text: string
  /** HTML below the text. */
  action?: string
  script?: string
  /** Whether the page has a form, which is submitted to the same URL. */
  hasForm?: boolean
}

export function renderPage({
  heading,
  about,
  text,
  action = '',
  script,
  hasForm,
}: PageParts): HtmlPageContent {
  const policy = [
    "default-src 'none'",
    `style-src '${sha256(style)}'`,
    ...(script === undefined ? [] : [`script-src '${sha256(script)}'`]),
    "base-uri 'none'",
    `form-action '${hasForm ? 'self' : 'none'}'`,
    "frame-ancestors 'none'",
  ]
  return {
    html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
<main${hasForm ? '' : ' role="status"'}>
${about ? describeContext(about) : ''}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${action}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</html>
`,
    contentSecurityPolicy: policy.join('; '),
  }
}

function describeContext({ appName, customer, provider }: ConnectPageContext): string {
  const names = [appName, customer, provider].flatMap((name) => name ?? [])
  return `<p class="about">${names.map(escapeHtml).join(' · ')}</p>`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #15171c); color: light-dark(#1c2330, #e8eaf0); }
main { box-sizing: border-box; width: calc(100% - 2rem); max-width: 28rem; margin: 1rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #1f232b); border: 1px solid light-dark(#e3e6eb, #323845); }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 1.5rem; overflow-wrap: anywhere; }
main > :last-child { margin-bottom: 0; }
p.about { margin: 0 0 .5rem; color: light-dark(#59616f, #a2a9b6); }
#go, button { display: inline-block; margin-block: .25rem; text-decoration: none; font: inherit; padding: .5rem 1rem; border-radius: 8px; border: 1px solid light-dark(#c9ced8, #4a5263); background: transparent; color: inherit; cursor: pointer; }
#go, button.primary { border-color: transparent; background: light-dark(#3d52d5, #5468e8); color: #fff; }
.field { margin: 0 0 1.25rem; }
.field p { margin: .25rem 0 0; font-size: .875rem; }
label { display: block; margin: 0 0 .25rem; font-weight: 600; }
input, select { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .75rem; border-radius: 8px; border: 1px solid light-dark(#868d9a, #747d90); background: light-dark(#fff, #15171c); color: inherit; }
[aria-invalid] { border-color: light-dark(#b3261e, #f2938c); }
a { color: light-dark(#3446c0, #93a2ff); }
.hint { color: light-dark(#59616f, #a2a9b6); }
.error { color: light-dark(#b3261e, #f2938c); }
`

const sha256 = (text: string) => `sha256-${hash('sha256', text, 'base64')}`
