import { NoChromiumError } from './chromium.ts'
import { runTests } from './run-tests.ts'

try {
  process.exitCode = await runTests(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof NoChromiumError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
