import { healthWords, type Schemas } from '@platform/client'
import { command } from '../command.ts'
import { lineWithoutHeaders, printLine } from '../log-lines.ts'
import { targetNotes, requireTarget, targetOptions } from '../target.ts'
import { CommandError, print, printable } from '../terminal.ts'

/** Number of the latest errors shown. */
const maxErrors = 20

export const explainCommand = command({
  name: 'explain',
  summary: 'Explain the health of an installation: reasons, remedies and latest errors.',
  argument: {
    name: 'installation',
    description: 'ID of the installation (inst_…).',
    isNeeded: true,
  },
  options: { json: { type: 'boolean', description: 'Print JSON.' }, ...targetOptions },
  notes: `\`platform status\` lists installations.\n\n${targetNotes}`,
  async run({ argument: installationId, values, terminal }) {
    if (!installationId?.startsWith('inst_')) {
      throw new CommandError('The ID of an installation is required. `platform status` lists them.')
    }
    const { client, project } = await requireTarget(values, terminal)
    const params = { projectIdOrName: project }
    const base = '/v1/projects/{projectIdOrName}'
    const found = await client.get(`${base}/find`, { params, query: { text: installationId } })
    const integrationId = found.find(({ id }) => id === installationId)?.integrationId
    if (!integrationId)
      throw new CommandError(
        `The project has no installation ${installationId}. \`platform status\` lists them.`,
        1,
      )
    const [installation, errors] = await Promise.all([
      client.get(`${base}/integrations/{integrationId}/installations/{installationId}`, {
        params: { ...params, integrationId, installationId },
      }),
      client.get(`${base}/logs`, {
        params,
        query: { installationId, severity: 'error', pageSize: maxErrors },
      }),
    ])
    const { group, health, objects } = installation
    if (values.json) {
      const explained = { id: installationId, integrationId, group, health, objects }
      const brief = errors.map(lineWithoutHeaders)
      print(terminal.stdout, JSON.stringify({ ...explained, errors: brief }, null, 2))
      return 0
    }
    print(
      terminal.stdout,
      `${installationId}  ${printable(group?.groupName ?? '')}: ${formatHealth(health)}`,
      ...Object.entries(objects).map(
        ([name, object]) => `  ${name}: ${formatHealth(object.health)}`,
      ),
      errors.length > 0 ? '\nLatest errors:' : '\nNo errors in the log.',
    )
    for (const line of errors.toReversed()) printLine(line, terminal, { json: false })
    return 0
  },
})

const formatHealth = ({ state, reason = '', remedy = '' }: Schemas['Health']) =>
  [`${healthWords[state]}.`, printable(reason), printable(remedy)].filter(Boolean).join(' ')
