import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueCertificates } from './certificates.ts'
import { unpackPackages } from './debian-packages.ts'
import { freePort } from './free-port.ts'
import { startServerProgram } from './started-program.ts'

const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']

export const redisUser = { username: 'acme', password: 'acme-password' }

let shared: ReturnType<typeof startAlone> | undefined

/** Returns Debian's Redis of this process, which the first call starts. */
export const startRedis = (): ReturnType<typeof startAlone> => (shared ??= startAlone())

async function startAlone() {
  const root = await unpackPackages('redis', packages)
  const certificates = await issueCertificates()
  if (!certificates) throw new Error('OpenSSL is missing.')
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const [plain, secured] = [await freePort(), await freePort()]
  const { username, password } = redisUser
  const options = {
    bind: '127.0.0.1',
    port: String(plain),
    'tls-port': String(secured),
    'tls-ca-cert-file': await write('ca.pem', certificates.authority),
    'tls-cert-file': await write('server.pem', certificates.server.certificate),
    'tls-key-file': await write('server.key', certificates.server.privateKey),
    'tls-auth-clients': 'no',
    save: '',
    dir: folder,
  }
  const config = await write(
    'redis.conf',
    [
      ...Object.entries(options).map(([name, value]) => `${name} ${value === '' ? '""' : value}`),
      'user default off',
      `user ${username} on >${password} ~* +@all`,
      '',
    ].join('\n'),
  )
  const libraries = join(
    root,
    'usr/lib',
    `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
  )
  const env = { LD_LIBRARY_PATH: libraries }
  await startServerProgram(['setsid', join(root, 'usr/bin/redis-server'), config], {
    port: plain,
    env,
  })
  return {
    /** Redis's own client, and the variables that it needs. */
    cli: join(root, 'usr/bin/redis-cli'),
    env,
    plain: `127.0.0.1:${plain}`,
    secured: `localhost:${secured}`,
    authority: certificates.authority,
  }
}
