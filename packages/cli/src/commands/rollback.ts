import { ProblemError } from '@platform/client'
import { didYouMean, type Finding } from '@platform/manifest'
import { command } from '../command.ts'
import { findingsOf, toFinding } from '../findings-of-problem.ts'
import { differences } from '../manifest-diff.ts'
import { hasErrors } from '../print-findings.ts'
import { type Target, targetNotes, targetOf, targetOptions } from '../target.ts'
import { CommandError, painter, print } from '../terminal.ts'
import { revisionsOf } from './revisions.ts'

const base = '/v1/projects/{projectIdOrName}/integrations'

export const rollback = command({
  name: 'rollback',
  summary: 'Deploy again what an earlier revision of an integration declared.',
  argument: { name: 'integration', says: 'The integration, by its name or ID.', isNeeded: true },
  options: {
    to: {
      type: 'string',
      value: 'REVISION',
      says: 'The revision, as `platform revisions` lists it; the one before without it.',
    },
    'dry-run': { type: 'boolean', says: 'Only tell what would change, and for how many.' },
    destructive: {
      type: 'boolean',
      says: 'Pause what installations read of objects that the revision does not have.',
    },
    json: { type: 'boolean', says: 'Print the outcome as JSON.' },
    ...targetOptions,
  },
  notes: `${targetNotes}\n\nGoing back makes a new revision, so that it can be taken back in the same way.`,
  async run({ argument: integration, values, terminal }) {
    if (!integration) throw new CommandError('Which integration? `platform status` lists them.')
    const target = await targetOf(values, terminal)
    const all = await revisionsOf(target, integration)
    const [latest, before] = all
    const to = values.to ? all.find(({ id }) => id === values.to) : before
    if (!latest || !to) {
      const hint =
        values.to &&
        didYouMean(
          values.to,
          all.map(({ id }) => id),
        )
      const none = values.to
        ? `${integration} has no revision ${values.to}.`
        : `${integration} was deployed once only: there is nothing to go back to.`
      throw new CommandError([none, hint].filter(Boolean).join(' '), 1)
    }
    const changes = differences(latest.content, to.content)
    const foreseen = values['dry-run'] ? await foresee(target, to, values.destructive) : undefined
    const outcome =
      foreseen ??
      (await goBack(target, integration, to.id, values.destructive).catch((error: unknown) => {
        const findings = error instanceof ProblemError ? findingsOf(error.problem) : []
        throw findings.length > 0 ? misfit(to.id, findings, { cause: error }) : error
      }))
    if (values.json) {
      print(terminal.stdout, JSON.stringify({ to: to.id, changes, ...outcome }, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    const did = foreseen ? 'would go back' : `${paint('green', '✓')} went back`
    print(
      terminal.stdout,
      `${did} to what ${to.id} of ${to.createTime} declared`,
      ...changes.map((line) => `  ${line}`),
      ...(changes.length === 0 ? ['  nothing differs from what is deployed'] : []),
      ...(foreseen?.effects ?? []).map((line) => `  → ${line}`),
      ...(foreseen?.warnings ?? []).map((line) => `  ${paint('yellow', 'warning')} ${line}`),
    )
    return 0
  },
})

async function goBack(
  { client, project }: Target,
  integrationId: string,
  revisionId: string,
  destructive: boolean | undefined,
) {
  const { latestRevision } = await client.post(
    `${base}/{integrationId}/revisions/{revisionId}:rollback`,
    {
      params: { projectIdOrName: project, integrationId, revisionId },
      query: destructive ? { destructive } : {},
    },
  )
  return { revision: latestRevision.id }
}

/** What it declared cannot be deployed any more: something that it needs is gone. */
const misfit = (revision: string, findings: readonly Finding[], options?: ErrorOptions) =>
  new CommandError(
    `${revision} no longer fits the project. ${findings
      .filter(({ severity }) => severity === 'error')
      .map(({ message, suggestion }) => [message, suggestion].filter(Boolean).join(' '))
      .join(' ')} Nothing was changed: mend that and try again, or deploy a corrected manifest.`,
    1,
    options,
  )

/** What installations would notice. A revision is what a manifest of one integration says. */
async function foresee(
  { client, project }: Target,
  { id, specVersion, content }: { id: string; specVersion: string; content: unknown },
  destructive: boolean | undefined,
) {
  const rehearsal = await client.put(`${base}:batch`, {
    params: { projectIdOrName: project },
    query: { validateOnly: true, ...(destructive && { destructive }) },
    body: { sourceYaml: JSON.stringify({ specVersion, integrations: [content] }) },
  })
  if (!('findings' in rehearsal)) throw new CommandError('The platform is too old to rehearse.')
  const findings = rehearsal.findings.map(toFinding)
  if (hasErrors(findings)) throw misfit(id, findings)
  const foreseen = rehearsal.integrations
  return {
    warnings: findings.map(({ message, suggestion }) =>
      [message, suggestion].filter(Boolean).join(' '),
    ),
    effects: foreseen.flatMap(({ effects }) =>
      effects.map(
        ({ objectName, effect, installations }) =>
          `${objectName} ${effect} (${installations} ${installations === 1 ? 'installation' : 'installations'})`,
      ),
    ),
  }
}
