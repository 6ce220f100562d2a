import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueCertificates } from './certificates.ts'
import { freePort } from './free-port.ts'
import { findNatsServer } from './nats-cluster.ts'
import { startServerProgram } from './started-program.ts'

export const natsUser = { username: 'acme', password: 'acme-password' }

/** Whether tests may start `nats-server`. */
export const hasNatsServer = process.env['NATS_SERVER'] !== undefined

let shared: ReturnType<typeof startNatsServer> | undefined

/** Returns the server of this process with users and passwords, which the first call starts. */
export const startSharedNats = (): ReturnType<typeof startNatsServer> =>
  (shared ??= startNatsServer(`authorization {
  users: [{ user: ${natsUser.username}, password: "${natsUser.password}", permissions: { publish: { deny: "forbidden" } } }]
}`))

/** Starts `nats-server` with JetStream, with and without TLS at one port. */
export async function startNatsServer(signIn: string, { port: ownPort }: { port?: number } = {}) {
  const program = await findNatsServer()
  if (program instanceof Error) throw program
  const certificates = await issueCertificates()
  if (!certificates) throw new Error('OpenSSL is missing.')
  const folder = await mkdtemp(join(tmpdir(), 'nats-'))
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const port = ownPort ?? (await freePort())
  const config = await write(
    'nats.conf',
    `listen: "127.0.0.1:${port}"
jetstream { store_dir: "${folder}" }
tls {
  cert_file: "${await write('server.pem', certificates.server.certificate)}"
  key_file: "${await write('server.key', certificates.server.privateKey)}"
}
allow_non_tls: true
${signIn}
`,
  )
  const { stop } = await startServerProgram([program, '-c', config], { port })
  return {
    plain: `127.0.0.1:${port}`,
    secured: `localhost:${port}`,
    authority: certificates.authority,
    stop,
  }
}
