import { command } from '../../command.ts'
import { serverCommand } from '../../server-commands.ts'
import { print } from '../../terminal/terminal.ts'

export const migrateCommand = command({
  name: 'migrate',
  summary: 'Migrate the database before starting a new version.',
  options: { json: { type: 'boolean', description: 'Output is always JSON.' } },
  notes: `Servers also migrate on start. The previous version works with the migrated database and can keep
running.`,
  async run({ terminal }) {
    const migrateServer = await serverCommand('migrate')
    print(terminal.stdout, JSON.stringify(await migrateServer(), null, 2))
    return 0
  },
})
