/** A running test run, which the test of interrupted runs ends in every way. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { beginTestRun } from '../../testing/src/test-run.ts'
import { mayMakeMachines, startMachine } from './machine.ts'

const { folder, databases } = await beginTestRun()
if (process.argv.includes('with-postgres')) {
  await startEmbeddedPostgres(join(databases, 'postgres'))
}
const through = mayMakeMachines() ? (await startMachine()).through : []
// It outlives its parent, in a separate network namespace if possible.
const [command, ...words] = [...through, process.execPath, '-e', 'setInterval(() => {}, 1e6)']
spawn(command, words, { detached: true, stdio: 'ignore' })
console.log(JSON.stringify([folder, databases]))
