#!/usr/bin/env node
// Plain JavaScript without dependencies: it must run on an old Node, if only to start a new one.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const oldestMajor = 26
const program = new URL('../src/bin.ts', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  await import(program)
} else {
  const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
  if (existsSync(node)) {
    startWith(node)
  } else {
    console.error(
      `platform needs Node ${oldestMajor} or newer and this is ${process.version}: run \`npm install\` first, which brings one.`,
    )
    process.exitCode = 2
  }
}

/** @param {string} node */
function startWith(node) {
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], {
    // By the channel it sees that this program is gone, also when that was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
