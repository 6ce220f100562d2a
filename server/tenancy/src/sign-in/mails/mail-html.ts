import { escapeHtml } from '@platform/kernel/http/forms'
import type { Mail } from './mailer.ts'

/**
 * Returns the mail as HTML in the look of the dashboard, also on dark and narrow screens. Everything in it may come from
 * strangers, such as the name of an organization: only links to the platform itself become links.
 */
export function mailAsHtml({ subject, text, action, links = [] }: Mail, publicUrl: string): string {
  const isOwn = (line: string) => line.startsWith(`${publicUrl}/`) && !/\s/.test(line)
  const labels = [...links]
  let button = action
  const lineAsHtml = (line: string): string => {
    if (!isOwn(line)) return escapeHtml(line)
    const url = escapeHtml(line)
    const kind = button === undefined ? 'link' : 'button'
    const label = button ?? labels.shift() ?? 'Open page'
    button = undefined
    return `<a class="${kind}" href="${url}">${escapeHtml(label)}</a>`
  }
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) =>
      isCode(paragraph)
        ? `<p class="code">${escapeHtml(paragraph)}</p>`
        : `<p>${paragraph.split('\n').map(lineAsHtml).join('<br>')}</p>`,
    )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body>
<div class="card">
<h1>${escapeHtml(subject)}</h1>
${paragraphs.join('\n')}
</div>
<p class="foot">Sent by the platform at ${escapeHtml(new URL(publicUrl).host)}</p>
</body>
</html>
`
}

/** A code to type stands alone in its paragraph. */
const isCode = (paragraph: string) => /^[A-Z0-9-]{6,12}$/.test(paragraph)

/** Colours of the dashboard. Mail programs know no variables, so dark ones are written again. */
const style = `
body { margin: 0; padding: 24px 16px; background: #f5f6f8; color: #2b303a; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
.card { max-width: 560px; margin: 0 auto; padding: 28px 28px 20px; border: 1px solid #e1e4ea; border-radius: 12px; background: #fff; }
h1 { margin: 0 0 16px; color: #14171e; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 16px; }
.link { color: #3446c0; }
.button { display: inline-block; margin-top: 12px; padding: 11px 20px; border-radius: 8px; background: #3d52d5; color: #fff; font-weight: 600; text-decoration: none; }
.code { color: #14171e; font: 600 28px/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.08em; }
.foot { max-width: 560px; margin: 16px auto 0; color: #5a6270; font-size: 13px; text-align: center; }
@media (max-width: 400px) { body { padding: 12px 8px; } .card { padding: 20px 16px 8px; } .button { display: block; text-align: center; } }
@media (prefers-color-scheme: dark) {
body { background: #111317; color: #d6dae1; }
.card { border-color: #2b3039; background: #16191e; }
h1, .code { color: #f3f5f7; }
.link { color: #93a2ff; }
.button { background: #5468e8; }
.foot { color: #a3abb8; }
}
`
