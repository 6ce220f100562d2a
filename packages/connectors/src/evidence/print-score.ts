import { writeFile } from 'node:fs/promises'
import { countProviders } from './count-providers.ts'
import { collectLevels, scoreCatalogue, type ObjectScore } from './score.ts'
import { compareWanted } from './wanted.ts'

// `npm run providers:score` scores the catalogue against independent evidence: vendors'
// specifications and sample replies. `--write` saves the levels, `--list` prints each object
// below `spec`.

const scores = await scoreCatalogue()

const describeOutcome = ({ verdict }: ObjectScore) =>
  verdict === undefined
    ? 'not verified'
    : 'level' in verdict
      ? `${verdict.outcome} (${verdict.level})`
      : verdict.outcome

const actions = ['read', 'changes', 'create', 'update', 'delete', 'search'] as const
for (const action of actions) {
  const of = scores.filter((one) => one.action === action)
  const counts = Map.groupBy(of, describeOutcome)
  const outcomes = [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([outcome, all]) => `${all.length} ${outcome}`)
  console.log(
    `${action.padEnd(8)} ${String(of.length).padStart(5)} objects: ${outcomes.join(', ')}`,
  )
}

const counts = countProviders(scores)
console.log(
  `\nsignIn   ${String(counts.oauth).padStart(5)} providers with OAuth 2: ${counts.signIn} agree with a document of the vendor, ${counts.oauth - counts.signIn} not compared`,
)
console.log(
  `Without further entries of one provider (sandboxes, regions, other sign-ins): ${counts.providers} providers, ${counts.readable} read by a file (${counts.written} of them written), ${counts.proven} of them with evidence for all main objects, ${counts.verified} verified (reads and sign-in)`,
)

console.log('\nOf the wanted tools (evidence/wanted.json):')
for (const { column, count, lacking } of compareWanted()) {
  const without = lacking.length > 0 ? `; not ${lacking.join(', ')}` : ''
  console.log(`${column.padEnd(9)} ${count}${without}`)
}

const below = scores.filter(({ verdict }) => !verdict || !('level' in verdict))
const wrong = below.filter(({ verdict }) => verdict)
console.log(`\nDisagree with the evidence (${wrong.length}):`)
for (const { provider, object, action, verdict } of wrong) {
  if (verdict && 'reason' in verdict) {
    console.log(`  ${provider} ${object} ${action}: ${verdict.outcome}. ${verdict.reason}`)
  }
}

const unverified = Map.groupBy(
  below.filter(({ verdict, action }) => !verdict && action === 'read'),
  ({ provider }) => provider,
)
console.log('\nRead without evidence, by provider:')
for (const [provider, all] of unverified) {
  const names = process.argv.includes('--list')
    ? `: ${all.map(({ object }) => object).join(', ')}`
    : ''
  console.log(`  ${provider} ${all.length}${names}`)
}

if (process.argv.includes('--write')) {
  const file = new URL('../../evidence/levels.json', import.meta.url)
  const lines = Object.entries(collectLevels(scores)).map(
    ([provider, of]) => `${JSON.stringify(provider)}: ${JSON.stringify(of)}`,
  )
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`)
}
