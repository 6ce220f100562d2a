import { command } from '../command.ts'
import { serverCommand } from '../server-commands.ts'
import { CommandError, print } from '../terminal.ts'

export const restore = command({
  name: 'restore',
  summary: 'Fill an empty database with a backup.',
  argument: { name: 'FILE', says: 'The backup.', isNeeded: true },
  options: {
    trial: {
      type: 'boolean',
      says: 'Only check that the file is whole and the master key at hand.',
    },
    json: { type: 'boolean', says: 'Print what was done as JSON.' },
  },
  notes: `It writes to the database that the settings name (DATABASE_URL, else a new one in the data folder),
which must be empty and which no server may use. PLATFORM_MASTER_KEY, or master.key in the data
folder, must hold the key that the backup was made with. A file that is damaged or cut off is refused
before anything is written.`,
  async run({ argument: file, values: { trial, json }, terminal }) {
    if (!file) throw new CommandError('Name the file, such as `platform restore today.backup`.')
    const fill = await serverCommand('restore')
    const done = await fill({ file, isTrial: trial })
    const what = `${done.rows} rows of ${done.time}`
    print(
      terminal.stdout,
      json
        ? JSON.stringify(done, null, 2)
        : trial
          ? `${done.file} is whole: ${what}, and the master key ${done.masterKeys.join(' and ')} is at hand.`
          : `Restored ${what}. Start the server.`,
    )
    return 0
  },
})
