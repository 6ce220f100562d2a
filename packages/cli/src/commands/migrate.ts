import { command } from '../command.ts'
import { serverCommand } from '../server-commands.ts'
import { print } from '../terminal.ts'

export const migrate = command({
  name: 'migrate',
  summary: 'Bring the database up to date before servers of a new version start.',
  options: { json: { type: 'boolean', says: 'Print JSON, as it does anyway.' } },
  notes: `Servers do the same when they start. The version before works with what comes out of it, so it can
go on running meanwhile.`,
  async run({ terminal }) {
    const migrateServer = await serverCommand('migrate')
    print(terminal.stdout, JSON.stringify(await migrateServer(), null, 2))
    return 0
  },
})
