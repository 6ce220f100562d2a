import { describeAppliedFilter, warnOfCalculatedFields, type Schemas } from '@platform/client'
import { command } from '../command.ts'
import { describeHealth } from '../terminal/describe-health.ts'
import { lineWithoutHeaders, printLine } from '../terminal/log-lines.ts'
import { accountOptions, describeAccount } from '../target/account.ts'
import {
  findInstallationOfCustomer,
  type InstallationIds,
} from '../target/installation-of-customer.ts'
import { targetNotes, requireTarget, targetOptions, type CliTarget } from '../target/target.ts'
import { listUndelivered, type UndeliveredTo } from '../target/undelivered.ts'
import { CommandError, print, printable } from '../terminal/terminal.ts'

/** Number of the latest errors shown. */
const maxErrors = 20
const base = '/v1/projects/{projectIdOrName}'

export const explainCommand = command({
  name: 'explain',
  summary: 'Explain the health of an installation: reasons, remedies and current errors.',
  argument: {
    name: 'installation',
    description: 'ID of the installation (inst_…), or with --group the name of the integration.',
    isNeeded: true,
  },
  options: {
    ...accountOptions,
    json: { type: 'boolean', description: 'Print JSON.' },
    ...targetOptions,
  },
  notes: `\`platform status\` lists installations.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    if (!argument || argument.startsWith('inst_') === (values.group !== undefined)) {
      throw new CommandError(
        'An integration and its customer are required, as in `platform explain salesforce-sync --group <groupRef>`, or the ID of an installation. `platform status` lists them.',
      )
    }
    const target = await requireTarget(values, terminal)
    const { client, project } = target
    const params = { projectIdOrName: project }
    const { installationId, integrationId } =
      values.group === undefined
        ? await findById(target, argument)
        : await findInstallationOfCustomer(target, argument, {
            groupRef: values.group,
            instance: values.instance ?? '',
          })
    const installation = await client.get(
      `${base}/integrations/{integrationId}/installations/{installationId}`,
      { params: { ...params, integrationId, installationId } },
    )
    const { group, health, objects } = installation
    const latest = await client.get(`${base}/logs`, {
      params,
      query: { installationId, severity: 'error', pageSize: maxErrors },
    })
    const errors = latest.filter((line) => isCurrent(line, installation))
    const earlier = latest.find((line) => !errors.includes(line))
    const undelivered = await listUndelivered(target, installationId)
    if (values.json) {
      const explained = { id: installationId, integrationId, group, health, objects }
      const brief = errors.map(lineWithoutHeaders)
      const before = earlier && { lastEarlierErrorTime: earlier.timestamp }
      print(
        terminal.stdout,
        JSON.stringify({ ...explained, undelivered, errors: brief, ...before }, null, 2),
      )
      return 0
    }
    print(
      terminal.stdout,
      `${installationId}  ${printable(group?.groupName ?? '')}${describeAccount(installation)}: ${describeHealth(health)}`,
      ...Object.entries(objects).flatMap(([name, object]) => {
        const warning = warnOfCalculatedFields(object.calculatedFields)
        return [
          `  ${name}: ${describeHealth(object.health)}`,
          ...(warning ? [`    ! ${printable(warning)}`] : []),
          ...(object.filter ? [`    ${printable(describeAppliedFilter(object.filter))}`] : []),
        ]
      }),
      ...undelivered.map((one) => `  ! ${printable(describeUndelivered(one))}`),
      errors.length > 0 ? '\nErrors of what is unhealthy, newest last:' : '',
    )
    if (errors.length === 0) {
      const isWell = health.state === 'healthy' && undelivered.length === 0
      print(terminal.stdout, isWell ? 'No current errors.' : 'No errors of this state in the log.')
    }
    for (const line of errors.toReversed()) printLine(line, terminal, { json: false })
    if (earlier) {
      print(
        terminal.stdout,
        `Others, the last of ${earlier.timestamp}, do not affect its health: \`platform logs ${installationId} --severity error\``,
      )
    }
    return 0
  },
})

const describeUndelivered = ({
  destination,
  status,
  lastError,
  nextAttemptTime,
}: UndeliveredTo): string =>
  status === 'paused'
    ? `Messages wait: the destination ${destination} is disabled. Enable it: \`platform destinations update ${destination} --enable\`.`
    : [
        `Messages are not delivered to ${destination}.`,
        lastError,
        nextAttemptTime && `Next attempt ${nextAttemptTime}.`,
        `\`platform deliveries list --destination ${destination} --status failing\` lists them.`,
      ]
        .filter(Boolean)
        .join(' ')

async function findById(
  { client, project }: CliTarget,
  installationId: string,
): Promise<InstallationIds> {
  const params = { projectIdOrName: project }
  const found = await client.get(`${base}/find`, { params, query: { text: installationId } })
  const integrationId = found.find(({ id }) => id === installationId)?.integrationId
  if (!integrationId)
    throw new CommandError(
      `The project has no installation ${installationId}. \`platform status\` lists them.`,
      1,
    )
  return { installationId, integrationId }
}

/** The log entry of a failure is older than the state that it causes. */
const slackMs = 60_000

/** Reports whether an error belongs to the present state of its object, which is not healthy. */
function isCurrent(
  { objectName, timestamp }: Schemas['OperationLog'],
  { health, objects }: Pick<Schemas['Installation'], 'health' | 'objects'>,
): boolean {
  const its = objects[objectName]?.health ?? health
  if (its.state === 'healthy') return false
  return its.since === undefined || Date.parse(timestamp) >= Date.parse(its.since) - slackMs
}
