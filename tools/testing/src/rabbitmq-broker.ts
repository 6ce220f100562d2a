import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueCertificates } from './certificates.ts'
import { unpackPackages } from './debian-packages.ts'
import { freePort } from './free-port.ts'
import { startServerProgram, type StartedProgram } from './started-program.ts'

const packages = [
  'rabbitmq-server',
  ...['base', 'asn1', 'crypto', 'eldap', 'ftp', 'inets', 'mnesia', 'os-mon', 'parsetools'],
  ...['public-key', 'runtime-tools', 'snmp', 'ssl', 'syntax-tools', 'tftp', 'tools', 'xmerl'],
].map((name, index) => (index === 0 ? name : `erlang-${name}`))

export const rabbitMqUser = { username: 'acme', password: 'acme-password' }

export interface RabbitMq {
  plain: string
  /** With TLS, for `localhost`. */
  secured: string
  /** Certificate of the authority, in PEM format. */
  authority: string
  restart(): Promise<void>
  stop(): Promise<void>
}

let shared: Promise<RabbitMq> | undefined

/** Returns the broker of this process, which the first call starts. */
export const startRabbitMq = (): Promise<RabbitMq> => (shared ??= startRabbitMqAlone())

/** Starts Debian's RabbitMQ as a broker of its own. `settings` are lines of `rabbitmq.conf`. */
export async function startRabbitMqAlone(settings: readonly string[] = []): Promise<RabbitMq> {
  const root = await unpackPackages('rabbitmq', packages, async (folder, finalFolder) => {
    const file = join(folder, 'usr/lib/erlang/bin/erl')
    const script = await readFile(file, 'utf8')
    const moved = `ROOTDIR=${finalFolder}/usr/lib/erlang`
    await writeFile(file, script.replaceAll('ROOTDIR=/usr/lib/erlang', moved))
  })
  const certificates = await issueCertificates()
  if (!certificates) throw new Error('OpenSSL is missing.')
  const folder = await mkdtemp(join(tmpdir(), 'rabbitmq-'))
  const [plain, secured, nodes, names] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const config = await write(
    'rabbitmq.conf',
    [
      `listeners.tcp.1 = 127.0.0.1:${plain}`,
      `listeners.ssl.1 = 127.0.0.1:${secured}`,
      `ssl_options.cacertfile = ${await write('ca.pem', certificates.authority)}`,
      `ssl_options.certfile = ${await write('server.pem', certificates.server.certificate)}`,
      `ssl_options.keyfile = ${await write('server.key', certificates.server.privateKey)}`,
      `default_user = ${rabbitMqUser.username}`,
      `default_pass = ${rabbitMqUser.password}`,
      'log.console = true',
      'log.file = false',
      ...settings,
      '',
    ].join('\n'),
  )
  const erlang = join(root, 'usr/lib/erlang/bin')
  const env = {
    PATH: `${erlang}:${process.env['PATH']}`,
    HOME: folder,
    RABBITMQ_BASE: folder,
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_NODENAME: `test${plain}@localhost`,
    RABBITMQ_DIST_PORT: String(nodes),
    ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_CRASH_DUMP: '/dev/null',
  }
  // Otherwise Erlang starts one that outlives everything.
  const registry = await startServerProgram(
    ['setsid', join(erlang, 'epmd'), '-port', String(names), '-address', '127.0.0.1'],
    { port: names, env },
  )
  const server = join(root, 'usr/lib/rabbitmq/bin/rabbitmq-server')
  const start = (): Promise<StartedProgram> =>
    startServerProgram(['setsid', '/bin/sh', server], { port: plain, env })
  let running = await start()
  return {
    plain: `127.0.0.1:${plain}`,
    secured: `localhost:${secured}`,
    authority: certificates.authority,
    async restart() {
      // Killed, it forgets queues that were declared a moment before.
      process.kill(Number(await readFile(env.RABBITMQ_PID_FILE, 'utf8')), 'SIGTERM')
      await running.ended
      await running.stop()
      running = await start()
    },
    async stop() {
      await running.stop()
      await registry.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
