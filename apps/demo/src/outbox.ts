/** A mail that the platform would have sent. */
export interface SentMail {
  to: string
  subject: string
  text: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Converts URLs in a text to links and escapes the rest. */
const withLinks = (text: string) =>
  escapeHtml(text).replaceAll(/\bhttps?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

/** Renders unsent mails, newest first. */
export const outboxPage = (mails: readonly SentMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: light-dark(#f6f7f9, #15171c); color: light-dark(#1c2330, #e8eaf0); }
article { margin: 1rem 0; padding: 1rem 1.25rem; border-radius: 10px; background: light-dark(#fff, #1f232b); border: 1px solid light-dark(#e3e6eb, #323845); }
h1 { font-size: 1.5rem; } h2 { margin: 0; font-size: 1.05rem; } a { color: light-dark(#2456c9, #8fb0ff); overflow-wrap: anywhere; }
p { margin: .2rem 0; color: light-dark(#5c6670, #9aa3ad); } pre { margin: .8rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Outbox</h1>
<p>No mail server is configured here, so mails of the platform end on this page and in the terminal.</p>
${
  mails.length === 0
    ? '<p>No mails yet. Sign up, invite someone or reset a password in the dashboard.</p>'
    : mails
        .toReversed()
        .map(
          ({ to, subject, text }) =>
            `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><pre>${withLinks(text)}</pre></article>`,
        )
        .join('\n')
}
</body>
</html>
`
