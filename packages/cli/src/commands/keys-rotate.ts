import { command } from '../command.ts'
import { serverCommand } from '../server-commands.ts'
import { print } from '../terminal.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Wrap all secrets with the newest master key while the server runs.',
  options: { json: { type: 'boolean', says: 'Print JSON, as it does anyway.' } },
  notes: `PLATFORM_MASTER_KEY names the new key and, after it, those before; the servers must know them too
(docs/settings.md tells the order). Interrupted, it goes on where it was when it is run again.`,
  async run({ terminal }) {
    const rotate = await serverCommand('rotateKeys')
    const done = await rotate()
    print(terminal.stdout, JSON.stringify(done, null, 2))
    if (done.left === 0) return 0
    print(terminal.stderr, `Stopped with ${done.left} keys to go; run it again to go on.`)
    return 1
  },
})
