import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Certificate {
  certificate: string
  privateKey: string
}

/** Certificates in PEM format, issued by one authority. */
export interface Certificates {
  authority: string
  /** Of the hosts `orchard.test` and `localhost`. */
  server: Certificate
  clients: [Certificate, Certificate]
}

/** Issues certificates for a test; undefined if OpenSSL is not on this machine. */
export async function issueCertificates(): Promise<Certificates | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  const run = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const read = async (name: string): Promise<Certificate> => ({
    certificate: await readFile(join(folder, `${name}.pem`), 'utf8'),
    privateKey: await readFile(join(folder, `${name}.key`), 'utf8'),
  })
  const issue = async (name: string, more: string[] = []): Promise<Certificate> => {
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', `/CN=${name}`]
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`]
    await run('req', '-x509', ...newKey, ...signed, ...files, ...more)
    return read(name)
  }
  try {
    await run('version')
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  try {
    const ca = ['-subj', '/CN=grove', '-keyout', 'ca.key', '-out', 'ca.pem']
    await run('req', '-x509', ...newKey, ...ca)
    return {
      authority: await readFile(join(folder, 'ca.pem'), 'utf8'),
      server: await issue('orchard.test', [
        '-addext',
        'subjectAltName=DNS:orchard.test,DNS:localhost',
      ]),
      clients: [await issue('ana'), await issue('ben')],
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
