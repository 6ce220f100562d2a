import { ProblemError, type Schemas } from '@platform/client'
import { type Finding, type ParsedManifest, parseManifest } from '@platform/manifest'
import { command } from '../../command.ts'
import { getFindings, toFinding } from '../../files/problem-findings.ts'
import { everyPage } from '../../target/every-page.ts'
import { differences } from '../../files/manifest-diff.ts'
import { describeMissingApps, listMissingApps, type MissingApp } from '../../files/missing-apps.ts'
import { manifestArgument, readManifestFile } from '../../files/manifest-file.ts'
import { formatFindingCounts, hasErrors, printFindings } from '../../files/print-findings.ts'
import { fetchManifestContext } from '../../files/platform-context.ts'
import {
  findTarget,
  type CliTarget,
  targetNotes,
  requireTarget,
  targetOptions,
} from '../../target/target.ts'
import {
  CommandError,
  type ExitCode,
  painter,
  print,
  type Terminal,
} from '../../terminal/terminal.ts'

export const deploy = command({
  name: 'deploy',
  summary: 'Deploy the integrations declared in platform.yaml.',
  argument: manifestArgument,
  options: {
    'dry-run': { type: 'boolean', description: 'Show the changes without deploying.' },
    destructive: {
      type: 'boolean',
      description: 'Allow removing objects: pauses their reads in installations.',
    },
    force: {
      type: 'boolean',
      description: 'Deploy although installations would fail: their accounts lack a field.',
    },
    json: { type: 'boolean', description: 'Print the result as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const file = await readManifestFile(argument, terminal)
    const local = parseManifest(file.text)
    const finish = (outcome: Outcome) => conclude(outcome, file.name, values.json, terminal)
    if (hasErrors(local.findings))
      return finish({ findings: await allFindings(file.text, values, terminal) })

    const target = await requireTarget(values, terminal)
    if (values['dry-run']) return finish(await rehearse(file.text, target, values.destructive))

    try {
      const before = await listDeployedIntegrations(target)
      const integrations = await target.client.put(
        '/v1/projects/{projectIdOrName}/integrations:batch',
        {
          params: { projectIdOrName: target.project },
          query: {
            ...(values.destructive && { destructive: true }),
            ...(values.force && { force: true }),
          },
          body: { sourceYaml: file.text },
        },
      )
      const planned = planDeployment(local.integrations, before)
      return finish({
        findings: local.findings,
        target,
        planned,
        missing: await listMissingApps(target, local.integrations),
        ...(Array.isArray(integrations) && { deployed: integrations }),
      })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { type, detail } = error.problem
      if (type.endsWith('/deploy-breaks-installations')) {
        throw new CommandError(`${detail}\nCorrect the fields, or deploy with \`--force\`.`, 1)
      }
      const findings = getFindings(error.problem)
      if (findings.length === 0) throw error
      return finish({ findings: together(local.findings, findings) })
    }
  },
})

/** Returns local and remote findings, so that all can be fixed at once. */
async function allFindings(
  text: string,
  values: Parameters<typeof findTarget>[0],
  terminal: Terminal,
): Promise<Finding[]> {
  const target = await findTarget(values, terminal)
  // The file is invalid, whatever the platform returns.
  const context = await (target &&
    fetchManifestContext(target.client, target.project).catch((error: unknown) => {
      if (error instanceof ProblemError) return undefined
      throw error
    }))
  return parseManifest(text, { ...context, isDeploy: true }).findings
}

interface Outcome {
  findings: readonly Finding[]
  target?: CliTarget
  deployed?: Schemas['DeployedIntegration'][]
  /** Changes compared with the deployed revisions. */
  planned?: Plan[]
  missing?: MissingApp[]
}

interface Plan {
  name: string
  would: 'create' | 'update' | 'keep'
  /** Changes of an update, one per line. */
  changes: string[]
  /** Effects on installations, one per line; only in a dry run. */
  effects?: string[]
}

/** Makes the platform check the manifest like a deployment, and return its effects. */
async function rehearse(
  text: string,
  target: CliTarget,
  isDestructive: boolean | undefined,
): Promise<Outcome> {
  const rehearsal = await target.client.put('/v1/projects/{projectIdOrName}/integrations:batch', {
    params: { projectIdOrName: target.project },
    query: { validateOnly: true, ...(isDestructive && { destructive: true }) },
    body: { sourceYaml: text },
  })
  if (!('findings' in rehearsal)) throw new CommandError('The server is too old for a dry run.')
  const findings = rehearsal.findings.map(toFinding)
  if (hasErrors(findings)) return { findings }

  const { integrations } = parseManifest(text)
  const planned = planDeployment(integrations, await listDeployedIntegrations(target))
  const foreseen = rehearsal.integrations
  return {
    findings,
    target,
    planned: planned.map((plan) => ({
      ...plan,
      effects: (foreseen.find(({ name }) => name === plan.name)?.effects ?? []).map(formatEffect),
    })),
  }
}

type Effect = Schemas['DeployedIntegration']['effects'][number]

const formatEffect = ({ objectName, effect, installations }: Effect) =>
  `${objectName} ${effect} (${installations} ${installations === 1 ? 'installation' : 'installations'})`

const listDeployedIntegrations = ({ client, project }: CliTarget) =>
  everyPage((query) =>
    client.page('/v1/projects/{projectIdOrName}/integrations', {
      params: { projectIdOrName: project },
      query,
    }),
  )

const planDeployment = (
  integrations: ParsedManifest['integrations'],
  existing: readonly Schemas['Integration'][],
): Plan[] =>
  integrations.map((integration) => {
    const { name } = integration
    const before = existing.find((one) => one.name === name)
    if (!before) return { name, would: 'create', changes: [] }
    const changes = differences(before.latestRevision.content, integration)
    return { name, would: changes.length === 0 ? 'keep' : 'update', changes }
  })

const toFindingKey = ({ rule, line, column }: Finding) => `${rule}:${line}:${column}`

/** Merges local and remote findings without duplicates. */
function together(here: readonly Finding[], there: readonly Finding[]): Finding[] {
  const known = new Set(there.map(toFindingKey))
  return [...here.filter((finding) => !known.has(toFindingKey(finding))), ...there].toSorted(
    (a, b) => a.line - b.line || a.column - b.column,
  )
}

function conclude(
  { findings, target, deployed, planned, missing = [] }: Outcome,
  file: string,
  asJson: boolean | undefined,
  terminal: Terminal,
): ExitCode {
  if (asJson) {
    const outcome = {
      ...{ file, findings, planned },
      integrations: deployed ?? [],
      missingProviderApps: missing,
    }
    print(terminal.stdout, JSON.stringify(outcome, null, 2))
    return hasErrors(findings) ? 1 : 0
  }

  printFindings(file, findings, terminal)
  if (hasErrors(findings)) {
    print(terminal.stdout, `${file}: ${formatFindingCounts(findings)}. Nothing was deployed`)
    return 1
  }
  const paint = painter(terminal, terminal.stdout)
  const where = target && `project ${target.project} at ${target.baseUrl}`
  const paintChange = (line: string) =>
    paint(line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'yellow', line)
  if (!deployed) {
    for (const { name, would, changes, effects = [] } of planned ?? []) {
      print(
        terminal.stdout,
        `would ${would} ${name}`,
        ...changes.map((one) => `  ${paintChange(one)}`),
        ...effects.map((one) => `  → ${one}`),
      )
    }
  }
  // Servers of version 2.14 and earlier return no effects.
  for (const { name, provider, latestRevision, change, effects = [] } of deployed ?? []) {
    const plan = planned?.find((one) => one.name === name)
    const revision = paint('dim', latestRevision.id)
    print(
      terminal.stdout,
      `${paint('green', '✓')} ${change} ${name} (${provider}) ${revision}`,
      ...(plan?.changes ?? []).map((one) => `  ${paintChange(one)}`),
      ...effects.map((one) => `  → ${formatEffect(one)}`),
    )
  }
  print(terminal.stdout, `${deployed ? 'Deployed to' : 'Nothing was changed in'} ${where}`)
  if (missing.length > 0) {
    const [first = '', ...more] = describeMissingApps(missing)
    print(terminal.stdout, '', `${paint('yellow', '!')} ${first}`, ...more)
  }
  return 0
}
