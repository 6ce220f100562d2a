#!/usr/bin/env node
import { main } from './main.ts'

// Who reads the output may have seen enough: `platform logs --follow … | head -1`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

// Started by an older Node, it ends with the program that started it.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})
