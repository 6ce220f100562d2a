import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow, root } from '../../../../scripts/sources.ts'

/** Modules with values that open connections, to which HTTP(S)_PROXY does not apply by itself. */
const opening: Record<string, RegExp> = {
  'node:net': /^(?:connect|createConnection|Socket|\*|default)$/,
  'node:tls': /^(?:connect|TLSSocket|\*|default)$/,
  'node:http': /^(?:request|get|Agent|\*|default)$/,
  'node:https': /./,
  'node:http2': /./,
  'node:dgram': /./,
  undici: /^(?!errors$)/,
  jose: /^createRemoteJWKSet$/,
  nodemailer: /./,
  pg: /./,
  '@nats-io/transport-node': /./,
  'graphile-worker': /^run/,
}
const globals = /(?<![\w.$#'`])(?:fetch\(|new (?:WebSocket|EventSource|XMLHttpRequest)\()/g

/**
 * Every place that opens connections out of the process. A new one either leaves by the egress, which chooses
 * the proxy, or is added here with the reason why none applies, and to docs/operating.md.
 */
const known: Record<string, string> = {
  'packages/cli/src/files/starters.ts fetch':
    'The browser sends it, from the page that the command writes.',
  'packages/cli/src/commands/status.ts fetch': 'Node applies the variables to the command line.',
  'packages/cli/src/forward.ts fetch': 'Node applies the variables to the command line.',
  'packages/cli/src/target/fetch-with-hints.ts fetch':
    'Node applies the variables to the command line.',
  'packages/cli/src/target/sign-in-client.ts fetch':
    'Node applies the variables to the command line.',
  'packages/client/src/client.ts fetch': 'The product chooses how its client sends.',
  'packages/client/src/replica-reads.ts fetch': 'The product chooses how its client sends.',
  'packages/client/src/receive/server.ts node:http': 'Only receives.',
  'server/kernel/src/access/builder-callers.ts jose': 'Fetches by the egress.',
  'server/sinks/src/sinks/postgres/connections.ts pg':
    'Through sockets of the egress, which are direct.',
  'server/sinks/src/sinks/tcp.ts node:tls': 'On sockets of the egress, which are direct.',
  'server/sinks/src/sinks/postgres/failures.ts pg': 'Only the class of its errors.',
  'server/kernel/src/db/backup/dump.ts pg': 'The database.',
  'server/kernel/src/db/backup/load.ts pg': 'The database.',
  'server/kernel/src/db/client.ts pg': 'The database.',
  'server/kernel/src/db/database.ts pg': 'The database.',
  'server/kernel/src/db/errors.ts pg': 'Only the class of its errors.',
  'server/kernel/src/db/schema/roles.ts pg': 'The database.',
  'server/kernel/src/db/silent-connections.ts node:net': 'Looks at connections of the database.',
  'server/kernel/src/db/statement.ts pg': 'The database.',
  'server/kernel/src/egress/bare-connections.ts node:net': 'The egress itself.',
  'server/kernel/src/egress/egress.ts undici': 'The egress itself.',
  'server/kernel/src/egress/outbound-proxy.ts node:http': 'Connects to the proxy.',
  'server/kernel/src/egress/outbound-proxy.ts node:https': 'Connects to the proxy.',
  'server/kernel/src/jobs/worker.ts graphile-worker': 'The database.',
  'server/message-log-nats/src/nats/nats-connection.ts @nats-io/transport-node':
    'The message log, which an HTTP proxy cannot carry.',
  'server/tenancy/src/sign-in/mails/mailer.ts nodemailer':
    'Mail, by the bare connections of the egress.',
  'server/tenancy/src/sign-in/single-sign-on.ts jose': 'Fetches by the egress.',
}

/** Returns the modules and globals by which a source opens connections. */
function findWaysOut(source: string): string[] {
  const found = new Set<string>()
  // Comments describe ways that the code need not have.
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const imports = /^import (?!type )([^'"]*?) from '([^']+)'/gm
  for (const [, clause = '', module = ''] of code.matchAll(imports)) {
    const pattern = opening[module]
    if (!pattern) continue
    const braced = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
    const names = braced
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => name.split(' as ')[0] ?? name)
    const whole = clause.replace(/\{[^}]*\}/, '').replaceAll(/[,\s]/g, '')
    if (whole) names.push(whole.startsWith('*') ? '*' : 'default')
    if (names.some((name) => pattern.test(name))) found.add(module)
  }
  for (const [, module = ''] of code.matchAll(/\bimport\('([^']+)'\)/g)) {
    if (module in opening) found.add(module)
  }
  for (const [text] of code.matchAll(globals)) found.add(text.replace(/^new |\($/g, ''))
  for (const [, options = ''] of code.matchAll(/\bcreateEgress\((\{[\s\S]*?\n {2,}\}|[^)]*)\)/g)) {
    if (!/\bproxy\b/.test(options)) found.add('createEgress without proxy')
  }
  return [...found]
}

const isShipped = (file: string) =>
  !/\.test\.tsx?$|\/testing(?:\/|\.ts)|\/conventions\/|\/stand-in\/|provocations\.ts$|tenant-trials\.ts$/.test(
    file,
  )

it('connects to the outside through the proxy, or for a reason listed here', async () => {
  const folders = ['server', 'packages/cli/src', 'packages/connectors/src', 'packages/client/src']
  const files = (await Promise.all(folders.map((folder) => filesBelow(folder, /\.tsx?$/))))
    .flat()
    .filter(isShipped)
  expect(files.length).toBeGreaterThan(500)

  const found = (
    await Promise.all(
      files.map(async (file) => {
        const ways = findWaysOut(await readFile(join(root, file), 'utf8'))
        return ways.map((way) => `${file} ${way}`)
      }),
    )
  ).flat()

  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
})

it.each([
  [`import { connect } from 'node:tls'`, ['node:tls']],
  [`import { type Socket, isIP } from 'node:net'`, []],
  [`import * as http from 'node:http'`, ['node:http']],
  [`import type { Dispatcher } from 'undici'`, []],
  [`import {\n  errors,\n  Pool,\n} from 'undici'`, ['undici']],
  [`const { createTransport } = await import('nodemailer')`, ['nodemailer']],
  ['const reply = await fetch(url)', ['fetch']],
  ['const reply = await egress.fetch(url)', []],
  ['const socket = new WebSocket(url)', ['WebSocket']],
  ['createEgress({ allowCidrs })', ['createEgress without proxy']],
  ['createEgress({ allowCidrs, proxy })', []],
])('recognizes what opens connections in %j', (source, expected) => {
  expect(findWaysOut(source)).toEqual(expected)
})
