import { parseArgs } from 'node:util'

const usage = `Usage: npm run serve [-- --role=all|api|engine]

Runs the server until it gets SIGINT or SIGTERM. The environment sets everything else: docs/settings.md
lists it.
`

/** Prints the usage or unknown arguments and exits; otherwise returns the arguments. */
export function readArguments(): { role?: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { role: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.role === '') throw new Error("Option '--role' requires a role.")
    if (!values.help) return { role: values.role }
    process.stdout.write(usage)
    process.exit(0)
  } catch (error) {
    // Errors of the parser are meant for the user.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}
