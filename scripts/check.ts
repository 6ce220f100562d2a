import { checkNames, runChecks } from './checks.ts'
import { takesNoArguments } from './checks/takes-no-arguments.ts'

takesNoArguments(`Usage: npm run check

Checks everything that is checked without running the product: ${checkNames.join(', ')}.`)

const results = await runChecks()
process.exitCode = results.every(({ isPassed }) => isPassed) ? 0 : 1
