/**
 * Checks docs, labels, problems, help, descriptions, test titles and docstrings for unidiomatic
 * phrases. Each phrase has the number of remaining places, which may only decrease and is lowered
 * here when it does.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageGroups } from '../package-folders.ts'
import { fail, filesBelow, root } from '../sources.ts'

interface Phrase {
  pattern: RegExp
  instead: string
  /** A text in which it must be found, to prove that the check works. */
  planted: string
  remaining?: number
}

const phrases: Phrase[] = [
  {
    pattern: /\bIt has said\b/g,
    instead: 'No log entries yet',
    planted: 'It has said nothing yet',
  },
  {
    pattern: /\bNo \w+ is like that\b/g,
    instead: 'No … match these filters',
    planted: 'No delivery is like that.',
  },
  {
    pattern: /\b(?:is|are) told of\b/gi,
    instead: 'who is notified, or which event is sent',
    planted: 'A connection is told of.',
  },
  { pattern: /\bWithout hands\b/gi, instead: 'Unattended', planted: 'Without hands' },
  { pattern: /\bheld up by\b/gi, instead: 'blocked by', planted: 'It is held up by another.' },
  { pattern: /\bwhat is over\b/gi, instead: 'what has ended', planted: 'What is over expires.' },
  { pattern: /\bturned away\b/gi, instead: 'rejected', planted: 'It was turned away.' },
  { pattern: /\bso many as\b/gi, instead: 'as many as', planted: 'so many as there are' },
  {
    pattern: /\bkeep it: nothing opens\b/gi,
    instead: 'Back it up',
    planted: 'keep it: nothing opens without it',
  },
  {
    pattern: /\bit goes on at\b/gi,
    instead: 'resuming at',
    planted: 'stopped; it goes on at 12:00',
  },
  {
    pattern: /\bnothing that could be read\b/g,
    instead: 'an unreadable body',
    planted: 'answered with status 500 and nothing that could be read',
  },
  {
    pattern: /\bdid not say why\b/g,
    instead: 'without a reason',
    planted: 'HubSpot refused the record and did not say why.',
  },
  {
    pattern: /\bstands? twice\b/g,
    instead: 'is listed twice',
    planted: '`a` stands twice under `b`.',
  },
  {
    pattern: /\bdeleted all the same\b/g,
    instead: 'if you delete it anyway',
    planted: 'They stop when it is deleted all the same.',
  },
  {
    pattern: /\bis too large to take in\b/g,
    instead: 'is too large',
    planted: 'The record is too large to take in.',
  },
  {
    pattern: /['"`](?:tells|has) (?:that|who|whom|what)\b/g,
    instead: 'what the code does',
    planted: "it('tells that a revision no longer fits', …",
  },
  {
    pattern: /(?<![-\w])(?:tells?|telling|told)\b/g,
    instead: 'reports, notifies, records or returns',
    planted: 'The job tells the owners.',
  },
  {
    pattern: /\bsays so\b/g,
    instead: 'what is logged, shown or returned',
    planted: 'The log says so.',
  },
  {
    pattern: /\bdo(?:es)? not say (?:why|which|when)\b/g,
    instead: 'does not report',
    planted: 'The reply does not say which.',
  },
  {
    pattern: /\bas they came\b/g,
    instead: 'the raw bytes',
    planted: 'The bytes as they came.',
  },
  {
    pattern: /\bwhat (?:became|becomes|has come|came) of\b/g,
    instead: 'the outcome or result',
    planted: 'It says what became of them.',
  },
  { pattern: /\bfront-end key/gi, instead: 'frontend key', planted: 'A front-end key' },
  {
    pattern: /^\s*(?:\/\*\*|\*) The same\b/gm,
    instead: 'the difference, starting with a verb',
    planted: '/** The same, but slower. */',
  },
  {
    pattern: /^\s*(?:\/\*\*|\*) (?:Whose|Whom|What becomes|Has (?:whoever|the))\b/gm,
    instead: 'a noun or a verb that names what it is or does',
    planted: '/** Whose turn it is. */',
  },
  {
    pattern: /\bwhoever (?:it|they) (?:is|are) of\b/g,
    instead: 'of all projects',
    planted: 'deletes what is over, whoever it is of',
  },
  { pattern: /\b(?:is|are) had\b/g, instead: 'exists', planted: 'Once the lock is had, it reads.' },
  { pattern: /\bturns? \w+ away\b/g, instead: 'rejects', planted: 'It turns callers away.' },
  {
    pattern: /\bwent back to what\b/g,
    instead: 'rolled back to',
    planted: 'went back to what rev_1 declared',
  },
  {
    pattern: /\bexplained nothing\b/g,
    instead: 'without an explanation',
    planted: 'answered 500 and explained nothing',
  },
  {
    pattern: /\b(?:is|are) not (?:known|reached) (?:here|by https)\b/g,
    instead: 'Unknown …, or does not use https',
    planted: 'This passkey is not known here',
  },
  { pattern: /\bcalled off\b/g, instead: 'canceled', planted: 'It was called off.' },
  {
    pattern: /\bhangs on (?:what|how|whether)\b/g,
    instead: 'depends on',
    planted: 'It hangs on what is due.',
  },
]

const folders = [...packageGroups, 'docs', 'scripts', 'deploy']
const documents = [
  'AGENTS.md',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  'SECURITY.md',
]
/** Generated from checked sources, or the list of phrases itself. */
const isLeftOut =
  /^packages\/client\/src\/api\.ts$|^scripts\/checks\/check-wording\.ts$|\/cassettes\//

proveCheck()

const below = await Promise.all(folders.map((folder) => filesBelow(folder, /\.(?:tsx?|md|ya?ml)$/)))
const files = [...documents, ...below.flat()].filter((file) => !isLeftOut.test(file))
if (files.length < 500) fail('Hardly any file was found, so the path is wrong.')
const texts = await Promise.all(
  files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })),
)
for (const { pattern, instead, remaining = 0 } of phrases) {
  const places = texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${lineAt(text, index)}`),
  )
  if (places.length > remaining) {
    fail(
      `${pattern.source} is found ${places.length} times, ${remaining} are left from before. Write ${instead}.`,
    )
    for (const place of places) console.error(`  ${place}`)
  } else if (places.length < remaining) {
    fail(`${pattern.source} is found ${places.length} times: lower its number from ${remaining}.`)
  }
}
if (!process.exitCode) {
  const left = phrases.reduce((sum, { remaining = 0 }) => sum + remaining, 0)
  console.log(`${files.length} files; ${left} places are left from before.`)
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function proveCheck(): void {
  for (const { pattern, planted } of phrases) {
    if ([...planted.matchAll(pattern)].length !== 1) fail(`The check does not see: ${planted}`)
  }
}
