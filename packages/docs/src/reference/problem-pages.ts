import { problemTypes, type ProblemType } from '@platform/contract'
import { anchorOf, escapeHtml, richText } from '../html.ts'
import { lastOf, operationsOf, type Document } from './document.ts'
import { problemCauses, type Case } from './problem-causes.ts'

export interface ProblemPage {
  /** What its `type` ends with; empty for the list of all. */
  kind: string
  title: string
  html: string
}

/** The page that each problem's `type` leads to, and the list of all. */
export function problemPages(document: Document): ProblemPage[] {
  const all = Object.entries<ProblemType>(problemTypes).toSorted(([a], [b]) => a.localeCompare(b))
  const causes: Record<string, Case[]> = problemCauses
  const met = whereMet(document)
  return [
    {
      kind: '',
      title: 'Problems',
      html: `<h1>Problems</h1>
<p>Every failure is an <code>application/problem+json</code> (RFC 9457) whose <code>type</code> is one of these.</p>
<div class="table" tabindex="0" role="group" aria-label="Problems"><table><thead><tr><th>Problem</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${all.map(([kind, { status, title }]) => `<tr><td><a href="/problems/${kind}"><code>${kind}</code></a></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`).join('\n')}
</tbody></table></div>`,
    },
    ...all.map(([kind, type]) => ({
      kind,
      title: `${type.title} (${kind})`,
      html: problemHtml(kind, type, causes[kind] ?? [], met.get(kind) ?? []),
    })),
  ]
}

interface Meeting {
  tag: string
  operationId: string
  summary: string
}

function problemHtml(
  kind: string,
  { title, status, remedy, retryable }: ProblemType,
  causes: Case[],
  met: Meeting[],
): string {
  return `<p><a href="/problems">All problems</a></p>
<h1>${escapeHtml(title)}</h1>
<p><code>${kind}</code>, HTTP status ${status}</p>
<h2 id="remedy">What to do</h2>
<p>${remedy ? `${richText(remedy)} ` : ''}${
    retryable
      ? 'Sending the same request again may help, after <code>retryAfter</code> where the reply names it.'
      : 'Sending the same request again gives the same answer.'
  }</p>
<p>The <code>detail</code> of the reply says what happened this time. ${
    status >= 500
      ? 'The server’s log has a line with its <code>requestId</code> that says more.'
      : 'Quote its <code>requestId</code> when you ask for help.'
  }</p>
${causesHtml(causes)}
${
  met.length === 0
    ? ''
    : `<h2 id="met">Where it is met</h2><ul>${met.map(({ tag, operationId, summary }) => `<li><a href="/docs/api/${anchorOf(tag)}/#${operationId}">${escapeHtml(summary)}</a></li>`).join('')}</ul>`
}`
}

const causesHtml = (causes: Case[]): string =>
  `<h2 id="causes">Why it comes</h2>
<div class="table" tabindex="0" role="group" aria-label="Causes"><table><thead><tr><th>What brought it about</th><th>What to do then</th></tr></thead><tbody>
${causes.map(([cause, remedy]) => `<tr><td>${richText(cause)}</td><td>${richText(remedy)}</td></tr>`).join('\n')}
</tbody></table></div>`

/** The operations that say they may answer a problem, by its kind; those of all operations are left out. */
function whereMet(document: Document): Map<string, Meeting[]> {
  const operations = operationsOf(document)
  const met = new Map<string, Meeting[]>()
  for (const {
    tags: [tag = ''],
    operationId,
    summary,
    responses,
  } of operations) {
    const kinds = Object.values(responses).flatMap(({ $ref }) =>
      $ref ? lastOf($ref).split('.') : [],
    )
    for (const kind of kinds) {
      met.set(kind, [...(met.get(kind) ?? []), { tag, operationId, summary }])
    }
  }
  for (const [kind, meetings] of met) if (meetings.length === operations.length) met.delete(kind)
  return met
}
