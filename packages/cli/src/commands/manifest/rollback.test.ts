import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const base = '/v1/projects/crm/integrations'
const target = (baseUrl: string) => ['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']

const revision = (id: string, schedule: string) => ({
  id,
  specVersion: '1.0.0',
  createTime: '2026-11-22T08:00:00.000Z',
  content: {
    name: 'sync',
    provider: 'hubspot',
    read: { objects: [{ objectName: 'contacts', schedule }] },
  },
})
const [latest, middle, first] = [
  revision('rev_3', '30 * * * *'),
  revision('rev_2', '15 * * * *'),
  revision('rev_1', '0 * * * *'),
]
const finding = { rule: 'destination-not-found', severity: 'error', line: 1, column: 1, path: '' }
const deployed = { [`GET ${base}/sync/revisions`]: { body: [latest, middle, first] } }

it('lists deployments with their changes, newest first', async () => {
  const { baseUrl } = await given.platform(deployed)

  const listed = await given.runCli(['revisions', 'sync', ...target(baseUrl)])
  const asJson = await given.runCli(['revisions', 'sync', '--json', ...target(baseUrl)])

  expect(listed.stdout).toBe(`rev_3  2026-11-22T08:00:00.000Z (deployed)
  ~ read.objects.contacts.schedule: "15 * * * *" → "30 * * * *"
rev_2  2026-11-22T08:00:00.000Z
  ~ read.objects.contacts.schedule: "0 * * * *" → "15 * * * *"
rev_1  2026-11-22T08:00:00.000Z
`)
  expect(JSON.parse(asJson.stdout)).toEqual([latest, middle, first])
})

it.each([
  { args: [], to: 'rev_2', schedule: '15' },
  { args: ['--to', 'rev_1'], to: 'rev_1', schedule: '0' },
])('rolls back to $to and shows the changes', async ({ args, to, schedule }) => {
  const { baseUrl, asked } = await given.platform({
    ...deployed,
    [`POST ${base}/sync/revisions/${to}:rollback`]: { body: { latestRevision: { id: 'rev_4' } } },
  })

  const { exitCode, stdout } = await given.runCli(['rollback', 'sync', ...args, ...target(baseUrl)])

  expect(exitCode).toBe(0)
  expect(stdout).toContain(`rolled back to ${to} of `)
  expect(stdout).toContain(`schedule: "30 * * * *" → "${schedule} * * * *"`)
  expect(asked.at(-1)?.url).toBe(`${base}/sync/revisions/${to}:rollback`)
})

it('shows the changes of a rollback in a dry run', async () => {
  const effect = { objectName: 'contacts', effect: 'no longer has Title after the next read' }
  const { baseUrl, asked } = await given.platform({
    ...deployed,
    [`PUT ${base}:batch`]: {
      body: {
        findings: [
          { ...finding, severity: 'warning', message: 'Globex has no object `contacts`.' },
        ],
        integrations: [
          { name: 'sync', effects: [{ ...effect, installations: 12, groupRefs: [] }] },
        ],
      },
    },
  })

  const { stdout } = await given.runCli(['rollback', 'sync', '--dry-run', ...target(baseUrl)])

  expect(stdout).toContain('would roll back to rev_2 of ')
  expect(stdout).toContain('→ contacts no longer has Title after the next read (12 installations)')
  expect(stdout).toContain('warning Globex has no object `contacts`.')
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  expect(asked.at(-1)?.url).toContain('validateOnly=true')
})

it('reports why a rollback would break installations, and rolls back with --force', async () => {
  const detail = 'Nothing was deployed. sync, contacts: 0 of 12 accounts have `LastNam`.'
  const path = `${base}/sync/revisions/rev_2:rollback`
  const refusing = await given.platform({
    ...deployed,
    [`POST ${path}`]: given.problemReply(409, 'deploy-breaks-installations', { detail }),
  })
  const accepting = await given.platform({
    ...deployed,
    [`POST ${path}`]: { body: { latestRevision: { id: 'rev_4' } } },
  })
  const rollBack = (baseUrl: string, ...more: string[]) =>
    given.runCli(['rollback', 'sync', ...more, ...target(baseUrl)])

  const refused = await rollBack(refusing.baseUrl)
  const forced = await rollBack(accepting.baseUrl, '--force')

  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toBe(
    `error ${detail}\nRoll back to another revision with \`--to\`, or use \`--force\`.\n`,
  )
  expect(refusing.asked.at(-1)?.url).toBe(path)
  expect(forced).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('rolled back to') })
  expect(accepting.asked.at(-1)?.url).toBe(`${path}?force=true`)
})

it.each([['--dry-run'], []])('reports that a revision no longer fits %s', async (...args) => {
  const message = 'The project has no destination `gone`.'
  const { baseUrl } = await given.platform({
    ...deployed,
    [`PUT ${base}:batch`]: { body: { findings: [{ ...finding, message }], integrations: [] } },
    [`POST ${base}/sync/revisions/rev_2:rollback`]: given.problemReply(400, 'manifest-invalid', {
      issues: [{ ...finding, in: 'body', name: 'sourceYaml', detail: message }],
    }),
  })

  const { exitCode, stdout, stderr } = await given.runCli([
    'rollback',
    'sync',
    ...args.filter((arg) => arg !== undefined),
    ...target(baseUrl),
  ])

  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toBe(
    `error rev_2 no longer fits the project. ${message} Nothing was changed. Fix the cause and try again, or deploy a corrected manifest.\n`,
  )
})

it.each([
  { all: [latest], args: [], says: 'has only one revision' },
  {
    all: [latest, first],
    args: ['--to', 'rev_9'],
    says: 'has no revision rev_9. Did you mean',
  },
])('has no previous revision: $says', async ({ all, args, says }) => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}/sync/revisions`]: { body: all },
  })

  const { exitCode, stderr } = await given.runCli(['rollback', 'sync', ...args, ...target(baseUrl)])

  expect(exitCode).toBe(1)
  expect(stderr).toContain(says)
  expect(asked.map(({ method }) => method)).toEqual(['GET'])
})
