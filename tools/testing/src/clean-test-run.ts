/** Runs beside a test run and removes what is left of it once the pipe to it has closed. */
import { once } from 'node:events'
import { removeTestRun } from './test-run.ts'

const [folder = ''] = process.argv.slice(2)
process.stdin.resume()
await once(process.stdin, 'close')
await removeTestRun(folder)
