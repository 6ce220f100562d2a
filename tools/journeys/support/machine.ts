import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { reserveBlock } from '../../testing/src/free-port.ts'
import { testRunName } from '../../testing/src/test-run.ts'

const ip = (...words: string[]) => promisify(execFile)('ip', words)

/** Reports whether network namespaces can be created: as root, on Linux. */
export function mayMakeMachines(): boolean {
  const name = `${testRunName()}-try-${process.pid}`
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'delete', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Simulates a machine by a network namespace with one link to the database and another to
 * everything else. Its addresses are unique on this computer, because they are derived from a
 * reserved block of ports.
 */
export async function startMachine() {
  let number = await reserveBlock()
  // Someone deleted the files of a dead run, by which its namespaces would have been found.
  while (existsSync(`/sys/class/net/p${number}db0`)) number = await reserveBlock()
  const name = `${testRunName()}-${number}`
  const cable = async (kind: 'db' | 'all', nth: 0 | 1) => {
    const [near, far] = [`p${number}${kind}0`, `${kind}0`]
    const network = getLinkAddresses(2 * number + nth)
    await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    await ip('address', 'add', `${network.near}/30`, 'dev', near)
    await ip('-n', name, 'address', 'add', `${network.far}/30`, 'dev', far)
    await ip('link', 'set', near, 'up')
    await ip('-n', name, 'link', 'set', far, 'up')
    return {
      /** Our address, and the machine's. */
      ...network,
      cut: () => ip('-n', name, 'link', 'set', far, 'down'),
      mend: () => ip('-n', name, 'link', 'set', far, 'up'),
    }
  }

  await ip('netns', 'add', name)
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  return {
    /** Prefix that runs a command there. */
    through: ['ip', 'netns', 'exec', name],
    database: await cable('db', 0),
    everybody: await cable('all', 1),
    /** The links are removed with it. */
    remove: () => ip('netns', 'delete', name),
  }
}

/** Networks of all machines. */
export const machinesCidr = '10.203.0.0/16'

/** Returns the two addresses of a link. */
function getLinkAddresses(number: number) {
  const first = 4 * number
  const address = (host: number) => `10.203.${first >> 8}.${(first & 255) + host}`
  return { near: address(1), far: address(2) }
}
