import { command } from '../../command.ts'
import { serverCommand } from '../../server-commands.ts'
import { CommandError, print } from '../../terminal/terminal.ts'

export const bootstrapCommand = command({
  name: 'bootstrap',
  summary: 'Create an organization, its owner, a project and API keys, and print them as JSON.',
  options: {
    org: { type: 'string', value: 'NAME', description: 'Name of the organization.' },
    project: { type: 'string', value: 'NAME', description: 'Name of the project.' },
    owner: { type: 'string', value: 'EMAIL', description: 'Email address of the owner.' },
    json: { type: 'boolean', description: 'Output is always JSON.' },
  },
  notes: `Writes to the server's database (DATABASE_URL, otherwise the one in the data folder). Running it again
with the same names changes nothing; other names create another tenant.`,
  async run({ values: { org, project, owner }, terminal }) {
    if (!org || !project) throw new CommandError('--org and --project are required.')
    const create = await serverCommand('bootstrap')
    print(terminal.stdout, JSON.stringify(await create({ org, project, owner }), null, 2))
    return 0
  },
})
