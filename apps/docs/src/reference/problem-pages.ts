import { problemTypes, type ProblemType } from '@platform/contract'
import { toAnchor, escapeMarkup, richText } from '../html.ts'
import { lastSegment, listOperations, type Document } from './document.ts'
import type { Case } from './causes/cause.ts'
import { problemCauses } from './problem-causes.ts'

export interface ProblemPage {
  /** Last segment of its `type`; empty for the list. */
  kind: string
  title: string
  html: string
}

/** Returns the page of each problem's `type`, and the list of all. */
export function problemPages(document: Document): ProblemPage[] {
  const all = Object.entries<ProblemType>(problemTypes).toSorted(([a], [b]) => a.localeCompare(b))
  const causes: Record<string, Case[]> = problemCauses
  const met = whereMet(document)
  return [
    {
      kind: '',
      title: 'Problems',
      html: `<h1>Problems</h1>
<p>Errors are returned as <code>application/problem+json</code> (RFC 9457) with one of these types.</p>
<div class="table" tabindex="0" role="group" aria-label="Problems"><table><thead><tr><th>Problem</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${all.map(([kind, { status, title }]) => `<tr><td><a href="/problems/${kind}"><code>${kind}</code></a></td><td>${status}</td><td>${escapeMarkup(title)}</td></tr>`).join('\n')}
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
<h1>${escapeMarkup(title)}</h1>
<p><code>${kind}</code>, HTTP status ${status}</p>
<h2 id="remedy">Solution</h2>
<p>${remedy ? `${richText(remedy)} ` : ''}${
    retryable
      ? 'The request can be retried, after <code>retryAfter</code> if the reply contains it.'
      : 'Retrying the same request returns the same error.'
  }</p>
<p>The <code>detail</code> of the reply describes the occurrence. ${
    status >= 500
      ? 'The server’s log contains an entry with its <code>requestId</code> and further details.'
      : 'Include its <code>requestId</code> in support requests.'
  }</p>
${causesHtml(causes)}
${
  met.length === 0
    ? ''
    : `<h2 id="met">Operations that return this problem</h2><ul>${met.map(({ tag, operationId, summary }) => `<li><a href="/docs/api/${toAnchor(tag)}/#${operationId}">${escapeMarkup(summary)}</a></li>`).join('')}</ul>`
}`
}

const causesHtml = (causes: Case[]): string =>
  `<h2 id="causes">Causes</h2>
<div class="table" tabindex="0" role="group" aria-label="Causes"><table><thead><tr><th>Cause</th><th>Solution</th></tr></thead><tbody>
${causes.map(([cause, remedy]) => `<tr><td>${richText(cause)}</td><td>${richText(remedy)}</td></tr>`).join('\n')}
</tbody></table></div>`

/** Returns the operations that declare each problem, without problems that all operations declare. */
function whereMet(document: Document): Map<string, Meeting[]> {
  const operations = listOperations(document)
  const met = new Map<string, Meeting[]>()
  for (const {
    tags: [tag = ''],
    operationId,
    summary,
    responses,
  } of operations) {
    const kinds = Object.values(responses).flatMap(({ $ref }) =>
      $ref ? lastSegment($ref).split('.') : [],
    )
    for (const kind of kinds) {
      met.set(kind, [...(met.get(kind) ?? []), { tag, operationId, summary }])
    }
  }
  for (const [kind, meetings] of met) if (meetings.length === operations.length) met.delete(kind)
  return met
}
