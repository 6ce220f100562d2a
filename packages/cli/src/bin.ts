#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(`platform needs Node 20.12 or newer. This is Node ${process.versions.node}.`)
  process.exit(2)
}
// Loaded afterwards, because its imports do not exist in older versions of Node.
const { getProxiedEnv } = await import('./target/outbound-proxy.ts')
const proxiedEnv = getProxiedEnv(process.env)
// Versions of Node without it ignore the variables of a proxy, too.
if (proxiedEnv && process.execve && process.platform !== 'win32') {
  const { execPath, execArgv, argv } = process
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], proxiedEnv)
}
const { main } = await import('./main.ts')

// The reader of the output may close it early: `platform logs --follow … | head -1`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

// If started by an older Node, it ends with the program that started it.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})
