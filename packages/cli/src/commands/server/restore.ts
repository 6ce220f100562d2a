import { command } from '../../command.ts'
import { serverCommand } from '../../server-commands.ts'
import { CommandError, print } from '../../terminal/terminal.ts'

export const restore = command({
  name: 'restore',
  summary: 'Restore a backup into an empty database.',
  argument: { name: 'FILE', description: 'Path of the backup.', isNeeded: true },
  options: {
    trial: {
      type: 'boolean',
      description: 'Only verify the file and the master key.',
    },
    json: { type: 'boolean', description: 'Print the result as JSON.' },
  },
  notes: `Writes to the configured database (DATABASE_URL, otherwise a new one in the data folder), which must be
empty and not in use by a server. PLATFORM_MASTER_KEY, or master.key in the data folder, must contain the
key of the backup. A damaged or truncated file is rejected before anything is written.`,
  async run({ argument: file, values: { trial, json }, terminal }) {
    if (!file)
      throw new CommandError('A file is required, for example `platform restore today.backup`.')
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
