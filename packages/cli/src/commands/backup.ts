import { command } from '../command.ts'
import { serverCommand } from '../server-commands.ts'
import { CommandError, print } from '../terminal.ts'

export const backup = command({
  name: 'backup',
  summary: 'Write the whole database into a file while the server runs.',
  argument: { name: 'FILE', says: 'Where to; it must not be there yet.', isNeeded: true },
  options: { json: { type: 'boolean', says: 'Print what was done as JSON.' } },
  notes: `It reads the database that the server uses (DATABASE_URL, else the one in the data folder). What is
secret is in the file as it is in the database: sealed. The master key is not in it; keep that apart.`,
  async run({ argument: file, values: { json }, terminal }) {
    if (!file) throw new CommandError('Name the file, such as `platform backup today.backup`.')
    const make = await serverCommand('backup')
    const made = await make({ file })
    print(
      terminal.stdout,
      json
        ? JSON.stringify(made, null, 2)
        : `${made.file}: ${made.rows} rows of ${made.time}, ${made.bytes} bytes. It opens with the master key ${made.masterKeys.join(' and ')}.`,
    )
    return 0
  },
})
