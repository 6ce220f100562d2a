import { listVerifiedObjects, type Catalogue } from '@platform/connectors'
import type { ObjectEvidence } from '@platform/contract'
import { escapeMarkup } from '../html.ts'
import type { MadePage } from './pages.ts'
import { linkTo } from './provider-guide.ts'

type EvidenceLevel = NonNullable<ObjectEvidence['read']>['level']

/** What was verified of objects, by the same source on the same date. */
interface ProofRow {
  objects: string[]
  actions: string[]
  level: EvidenceLevel
  source: string
  date: string
}

const levelNames: Record<EvidenceLevel, string> = {
  live: 'Provider',
  spec: 'Specification',
  samples: 'Sample replies',
  'stand-in': 'Not verified',
}

const anchor = (name: string) => `proof-${name}`

/** Returns the page with the evidence of all providers: what was verified, how, when and by which source. */
export function proofsPage(catalogue: Catalogue): MadePage {
  const providers = Object.values(catalogue)
    .map((entry) => ({ info: entry.info, rows: listProofRows(listVerifiedObjects(entry)) }))
    .toSorted((one, other) => getTitle(one.info).localeCompare(getTitle(other.info), 'en'))
  const counts = Map.groupBy(
    providers.flatMap(({ rows }) => rows),
    ({ level }) => level,
  )
  const summary = Object.entries(levelNames)
    .map(([level, name]) => `<li>${name}: ${countActions(counts.get(level as EvidenceLevel))}</li>`)
    .join('')
  const sections = providers
    .filter(({ info, rows }) => rows.length > 0 || info.signInEvidence)
    .map(({ info, rows }) => {
      const { signInEvidence: signIn } = info
      const signInRow = signIn
        ? `<tr><td>Sign-in</td><td>—</td><td>Agrees with a document</td><td>${linkTo(signIn.page)}</td><td>${escapeMarkup(signIn.date)}</td></tr>`
        : ''
      return `<details id="${anchor(info.name)}"><summary>${escapeMarkup(getTitle(info))}</summary>
<p><a href="/docs/catalogue/${info.name}/">${escapeMarkup(getTitle(info))} in the catalogue</a></p>
<div class="table" tabindex="0" role="group" aria-label="${escapeMarkup(getTitle(info))}"><table><thead><tr><th scope="col">Objects</th><th scope="col">Actions</th><th scope="col">Level</th><th scope="col">Source</th><th scope="col">Date</th></tr></thead><tbody>
${signInRow}${rows.map(proofRow).join('\n')}
</tbody></table></div></details>`
    })
  return {
    path: 'catalogue/proofs/',
    title: 'Proofs',
    html: `<h1>Proofs</h1>
<p>How each action of each object was verified, by which source and when. <a href="/docs/catalogue/">Verification levels</a> explains the levels; <code>evidence</code> of <code>GET /v1/providers/{provider}/objects</code> returns the same. Generated from <code>packages/connectors/evidence</code>.</p>
<p>Actions by level:</p>
<ul>${summary}</ul>
${sections.join('\n')}`,
    headings: [],
    isBrief: true,
  }
}

const getTitle = ({ name, displayName = name }: Catalogue[string]['info']) => displayName

const countActions = (rows: readonly ProofRow[] = []) =>
  rows.reduce((sum, { objects, actions }) => sum + objects.length * actions.length, 0)

/** Groups the evidence of objects by actions, level, source and date. */
export function listProofRows(objects: ReturnType<typeof listVerifiedObjects>): ProofRow[] {
  const rows = new Map<string, ProofRow>()
  for (const [object, { evidence = {} }] of Object.entries(objects)) {
    const groups = Map.groupBy(Object.entries(evidence), ([, one]) =>
      JSON.stringify([one.level, one.source ?? '', one.date ?? '']),
    )
    for (const [key, same] of groups) {
      const [{ level, source = '', date = '' }] = same.map(([, one]) => one) as [
        NonNullable<ObjectEvidence['read']>,
      ]
      const actions = same.map(([action]) => action)
      const row = rows.get(key + actions.join()) ?? { objects: [], actions, level, source, date }
      row.objects.push(object)
      rows.set(key + actions.join(), row)
    }
  }
  return [...rows.values()]
}

const proofRow = ({ objects, actions, level, source, date }: ProofRow) =>
  `<tr><td>${objects.map((name) => `<code>${escapeMarkup(name)}</code>`).join(', ')}</td><td>${actions.join(', ')}</td><td>${levelNames[level]}</td><td>${escapeMarkup(source) || '—'}</td><td>${escapeMarkup(date) || '—'}</td></tr>`
