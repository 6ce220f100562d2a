import { runChecks } from './checks.ts'

const results = await runChecks()
process.exitCode = results.every(({ isPassed }) => isPassed) ? 0 : 1
