import { ProblemError } from '@platform/client'
import { didYouMean, type Finding } from '@platform/manifest'
import { command } from '../../command.ts'
import { getFindings, toFinding } from '../../files/problem-findings.ts'
import { differences } from '../../files/manifest-diff.ts'
import { hasErrors } from '../../files/print-findings.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print } from '../../terminal/terminal.ts'
import { listRevisions } from './revisions.ts'

const base = '/v1/projects/{projectIdOrName}/integrations'

export const rollback = command({
  name: 'rollback',
  summary: 'Roll an integration back to an earlier revision.',
  argument: { name: 'integration', description: 'Name or ID of the integration.', isNeeded: true },
  options: {
    to: {
      type: 'string',
      value: 'REVISION',
      description: 'ID from `platform revisions`. Default: the previous revision.',
    },
    'dry-run': { type: 'boolean', description: 'Show the changes without deploying.' },
    destructive: {
      type: 'boolean',
      description: 'Allow removing objects: pauses their reads in installations.',
    },
    force: {
      type: 'boolean',
      description: 'Roll back although installations would fail: their accounts lack a field.',
    },
    json: { type: 'boolean', description: 'Print the result as JSON.' },
    ...targetOptions,
  },
  notes: `${targetNotes}\n\nA rollback creates a new revision, so you can undo it the same way.`,
  async run({ argument: integration, values, terminal }) {
    if (!integration)
      throw new CommandError('An integration is required. `platform status` lists them.')
    const target = await requireTarget(values, terminal)
    const all = await listRevisions(target, integration)
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
        : `${integration} has only one revision, so there is no earlier one to roll back to.`
      throw new CommandError([none, hint].filter(Boolean).join(' '), 1)
    }
    const changes = differences(latest.content, to.content)
    const foreseen = values['dry-run'] ? await foresee(target, to, values.destructive) : undefined
    const outcome =
      foreseen ??
      (await goBack(target, { integration, revision: to.id }, values).catch((error: unknown) => {
        throw rewordRejection(error, to.id)
      }))
    if (values.json) {
      print(terminal.stdout, JSON.stringify({ to: to.id, changes, ...outcome }, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    const did = foreseen ? 'would roll back' : `${paint('green', '✓')} rolled back`
    print(
      terminal.stdout,
      `${did} to ${to.id} of ${to.createTime}`,
      ...changes.map((line) => `  ${line}`),
      ...(changes.length === 0 ? ['  no changes to the deployed revision'] : []),
      ...(foreseen?.effects ?? []).map((line) => `  → ${line}`),
      ...(foreseen?.warnings ?? []).map((line) => `  ${paint('yellow', 'warning')} ${line}`),
    )
    return 0
  },
})

async function goBack(
  { client, project }: CliTarget,
  { integration: integrationId, revision: revisionId }: { integration: string; revision: string },
  { destructive, force }: { destructive?: boolean | undefined; force?: boolean | undefined },
) {
  const { latestRevision } = await client.post(
    `${base}/{integrationId}/revisions/{revisionId}:rollback`,
    {
      params: { projectIdOrName: project, integrationId, revisionId },
      query: { ...(destructive && { destructive }), ...(force && { force }) },
    },
  )
  return { revision: latestRevision.id }
}

/** Rewords a rejection for the CLI. */
function rewordRejection(error: unknown, revision: string): unknown {
  if (!(error instanceof ProblemError)) return error
  if (error.kind === 'deploy-breaks-installations') {
    const remedy = 'Roll back to another revision with `--to`, or use `--force`.'
    return new CommandError(`${error.problem.detail}\n${remedy}`, 1, { cause: error })
  }
  const findings = getFindings(error.problem)
  return findings.length > 0 ? misfit(revision, findings, { cause: error }) : error
}

/** The revision can no longer be deployed, because something that it needs is missing. */
const misfit = (revision: string, findings: readonly Finding[], options?: ErrorOptions) =>
  new CommandError(
    `${revision} no longer fits the project. ${findings
      .filter(({ severity }) => severity === 'error')
      .map(({ message, suggestion }) => [message, suggestion].filter(Boolean).join(' '))
      .join(
        ' ',
      )} Nothing was changed. Fix the cause and try again, or deploy a corrected manifest.`,
    1,
    options,
  )

/**
 * Returns effects on installations. A revision is equivalent to a manifest with one integration.
 */
async function foresee(
  { client, project }: CliTarget,
  { id, specVersion, content }: { id: string; specVersion: string; content: unknown },
  destructive: boolean | undefined,
) {
  const rehearsal = await client.put(`${base}:batch`, {
    params: { projectIdOrName: project },
    query: { validateOnly: true, ...(destructive && { destructive }) },
    body: { sourceYaml: JSON.stringify({ specVersion, integrations: [content] }) },
  })
  if (!('findings' in rehearsal)) throw new CommandError('The server is too old for a dry run.')
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
