import { command } from '../../command.ts'
import { serverCommand } from '../../server-commands.ts'
import { CommandError, print } from '../../terminal/terminal.ts'

export const backup = command({
  name: 'backup',
  summary: 'Back up the database to a file while the server runs.',
  argument: {
    name: 'FILE',
    description: 'Path of the backup. Must not exist yet.',
    isNeeded: true,
  },
  options: { json: { type: 'boolean', description: 'Print the result as JSON.' } },
  notes: `Reads the server's database (DATABASE_URL, otherwise the one in the data folder). Secrets stay encrypted
in the file. The master key is not included: keep it separately.`,
  async run({ argument: file, values: { json }, terminal }) {
    if (!file)
      throw new CommandError('A file is required, for example `platform backup today.backup`.')
    const make = await serverCommand('backup')
    const made = await make({ file })
    print(
      terminal.stdout,
      json
        ? JSON.stringify(made, null, 2)
        : `${made.file}: ${made.rows} rows of ${made.time}, ${made.bytes} bytes. Its secrets require the master key ${made.masterKeys.join(' and ')}.`,
    )
    return 0
  },
})
