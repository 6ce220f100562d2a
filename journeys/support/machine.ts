import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const ip = (...words: string[]) => promisify(execFile)('ip', words)

/** Whether this computer lets us make machines of our own: as root, on Linux. */
export function mayMakeMachines(): boolean {
  const name = `platform-try-${process.pid}`
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * A machine as far as the network is concerned: a namespace with a cable to the database and another
 * to everybody else, each with an address at both ends. Several have different numbers.
 */
export async function startMachine(number = 0) {
  const name = `platform-${process.pid}-${number}`
  const cable = async (kind: 'db' | 'all', network: string) => {
    const [near, far] = [`p${process.pid}${kind}${number}`, `${kind}0`]
    await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    await ip('address', 'add', `${network}.1/24`, 'dev', near)
    await ip('-n', name, 'address', 'add', `${network}.2/24`, 'dev', far)
    await ip('link', 'set', near, 'up')
    await ip('-n', name, 'link', 'set', far, 'up')
    return {
      /** Ours, and the machine's. */
      near: `${network}.1`,
      far: `${network}.2`,
      cut: () => ip('-n', name, 'link', 'set', far, 'down'),
      mend: () => ip('-n', name, 'link', 'set', far, 'up'),
    }
  }

  await ip('netns', 'add', name)
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  return {
    /** What runs a command there. */
    through: ['ip', 'netns', 'exec', name],
    database: await cable('db', `10.203.${17 + 2 * number}`),
    everybody: await cable('all', `10.203.${18 + 2 * number}`),
    /** The cables go with it. */
    remove: () => ip('netns', 'delete', name),
  }
}
