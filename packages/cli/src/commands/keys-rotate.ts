import { command } from '../command.ts'
import { serverCommand } from '../server-commands.ts'
import { print } from '../terminal.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Wrap all secrets with the newest master key while the server runs.',
  options: {},
  async run({ terminal }) {
    const rotate = await serverCommand('rotateKeys')
    print(terminal.stdout, JSON.stringify(await rotate(), null, 2))
    return 0
  },
})
