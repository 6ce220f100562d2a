import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { machinesCidr, mayMakeMachines, startMachine } from '../../journeys/support/machine.ts'

export type Machine = Awaited<ReturnType<typeof startMachine>>

/**
 * Starts machines that reach this computer under the address of the first one's link. Returns none
 * where network namespaces cannot be created; then everything runs on this computer.
 */
export async function startMachines(count: number): Promise<Machine[]> {
  if (!mayMakeMachines()) return []
  return Promise.all(
    Array.from({ length: count }, async () => {
      const machine = await startMachine()
      const [command = '', ...words] = machine.through
      const route = ['ip', 'route', 'add', 'default', 'via', machine.everybody.near]
      await promisify(execFile)(command, [...words, ...route])
      return machine
    }),
  )
}

/**
 * Returns the prefix of a command that runs there and still sees the cgroups of this computer: `ip netns
 * exec` hides them.
 */
export const commandOn = (machine: Machine | undefined): string[] =>
  machine ? ['nsenter', `--net=/run/netns/${machine.through.at(-1)}`, '--'] : []

/** Address under which the machines reach this computer. */
export const addressFor = ([machine]: readonly Machine[]): string =>
  machine?.everybody.near ?? '127.0.0.1'

/** Networks to which the platform may send. */
export const allowedCidr = `${machinesCidr},127.0.0.0/8`

/** Returns the settings of a PostgreSQL that the machines can reach. */
export async function postgresFor(machines: readonly Machine[], folder: string) {
  const accessFile = join(folder, 'pg_hba.conf')
  await writeFile(accessFile, 'local all all scram-sha-256\nhost all all samenet scram-sha-256\n')
  return {
    listen_addresses: machines.map(({ everybody }) => everybody.near).join(','),
    hba_file: accessFile,
  }
}

/** Returns the connection string for a process on this machine. */
export const databaseFor = (connectionString: string, machine: Machine | undefined): string =>
  machine
    ? connectionString.replace(/@\/(\w+)\?.*/, `@${machine.everybody.near}:5432/$1`)
    : connectionString
