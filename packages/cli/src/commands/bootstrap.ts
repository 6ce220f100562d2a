import { command } from '../command.ts'
import { serverCommand } from '../server-commands.ts'
import { CommandError, print } from '../terminal.ts'

export const bootstrap = command({
  name: 'bootstrap',
  summary: 'Create an organization with its owner, a project and keys; print them as JSON.',
  options: {
    org: { type: 'string', value: 'NAME', says: 'The name of the organization.' },
    project: { type: 'string', value: 'NAME', says: 'The name of the project.' },
    owner: { type: 'string', value: 'EMAIL', says: 'The email address of its owner.' },
    json: { type: 'boolean', says: 'Print JSON, as it does anyway.' },
  },
  notes: `It writes to the database that the server uses (DATABASE_URL, else the one in the data folder).
Run again with the same names it changes nothing, with other names it makes another tenant.`,
  async run({ values: { org, project, owner }, terminal }) {
    if (!org || !project) throw new CommandError('--org and --project must be given.')
    const create = await serverCommand('bootstrap')
    print(terminal.stdout, JSON.stringify(await create({ org, project, owner }), null, 2))
    return 0
  },
})
