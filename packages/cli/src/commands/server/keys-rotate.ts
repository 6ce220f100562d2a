import { command } from '../../command.ts'
import { serverCommand } from '../../server-commands.ts'
import { print } from '../../terminal/terminal.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Re-encrypt all data keys with the newest master key while the server runs.',
  options: { json: { type: 'boolean', description: 'Output is always JSON.' } },
  notes: `PLATFORM_MASTER_KEY contains the new key, followed by the previous ones. The servers need the same keys
(see docs/settings.md for the order). If interrupted, run it again to continue.`,
  async run({ terminal }) {
    const rotate = await serverCommand('rotateKeys')
    const done = await rotate()
    print(terminal.stdout, JSON.stringify(done, null, 2))
    if (done.left === 0) return 0
    print(
      terminal.stderr,
      `Stopped with ${done.left} keys left. Run the command again to continue.`,
    )
    return 1
  },
})
