import { problemTypes, type ProblemType } from '@platform/contract'
import { escapeHtml, htmlPage, richText } from './html-page.ts'

/** The page that a problem's `type` leads to. */
export const problemPage = (kind: string, { title, status, remedy, retryable }: ProblemType) =>
  htmlPage(
    `${title} (${kind})`,
    `<p><a href="/problems">All problems</a></p>
<h1>${escapeHtml(title)}</h1>
<p><code>${kind}</code>, HTTP status ${status}</p>
${remedy ? `<p>${richText(remedy)}</p>` : ''}
<p>${
      retryable
        ? 'Sending the same request again may help, after <code>retryAfter</code> where the reply names it.'
        : 'Sending the same request again gives the same answer.'
    }</p>
<p class="quiet">The <code>detail</code> of the reply says what happened this time. Quote its
<code>requestId</code> when you ask for help: the server’s log names it too.</p>`,
  )

/** Every problem there is. */
export const problemsPage = () =>
  htmlPage(
    'Problems',
    `<p><a href="/docs">API reference</a></p>
<h1>Problems</h1>
<p>Every failure is an <code>application/problem+json</code> whose <code>type</code> is one of these.</p>
<table><tr><th>Problem</th><th>Status</th><th>Meaning</th></tr>
${Object.entries(problemTypes)
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(
    ([kind, { status, title }]) =>
      `<tr><td><a href="/problems/${kind}"><code>${kind}</code></a></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  )
  .join('\n')}
</table>`,
  )
