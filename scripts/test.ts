import { listChangedTests } from './changed-tests.ts'
import { NoChromiumError } from './chromium.ts'
import { runTests } from './run-tests.ts'

try {
  process.exitCode = await runTests(withChanged(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof NoChromiumError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Replaces `--changed [since]` by the affected test files. */
function withChanged(args: string[]): string[] {
  const at = args.findIndex((arg) => arg === '--changed' || arg.startsWith('--changed='))
  if (at < 0) return args
  const given = args[at]?.split('=')[1] ?? args[at + 1]
  const isNext = !args[at]?.includes('=') && given !== undefined && !given.startsWith('-')
  const { chosen, left } = listChangedTests(given?.startsWith('-') ? undefined : given)
  if (chosen.length === 0) {
    console.log('No test file reaches what changed.')
    process.exit(0)
  }
  console.log(
    `Running the ${chosen.length} test files nearest to the change; ${left} more reach it, which \`npm test\` runs.`,
  )
  return [...args.toSpliced(at, isNext ? 2 : 1), ...chosen]
}
