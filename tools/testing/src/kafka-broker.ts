import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { issueCertificates } from './certificates.ts'
import { installEmulator, isOnPath } from './emulators.ts'
import { freePort } from './free-port.ts'
import { startServerProgram } from './started-program.ts'

/** Whether tests use a broker: with `EMULATORS=install`, on machines with Java 17 and Maven. */
export const hasKafka =
  process.env['EMULATORS'] === 'install' && ['java', 'mvn', 'openssl'].every(isOnPath)

const version = '4.1.0'
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>test</groupId><artifactId>broker</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${version}</version>
  </dependency></dependencies>
</project>`
const javaOptions = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
export interface KafkaBroker {
  /** Without encryption and sign-in. */
  plain: string
  /** With TLS and sign-in as `acme` with `acme-password` by PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512, or by OAUTHBEARER with any token of the scope `kafka`. */
  secured: string
  /** Certificate of the authority, in PEM format. */
  authority: string
  restart(): Promise<void>
  stop(): Promise<void>
}

export const kafkaUser = { username: 'acme', password: 'acme-password' }

let shared: Promise<KafkaBroker> | undefined

/** Returns the broker of this process, which the first call starts. */
export const startKafka = (): Promise<KafkaBroker> => (shared ??= startKafkaAlone())

/**
 * Starts Apache Kafka as a broker of its own, with its programs from Maven's registry. `advertised` is
 * where it sends clients that ask without encryption.
 */
export async function startKafkaAlone({
  advertised,
}: { advertised?: string } = {}): Promise<KafkaBroker> {
  const libraries = await installEmulator(`kafka-${version}`, async (into) => {
    await writeFile(join(into, 'pom.xml'), pom)
    await promisify(execFile)(
      'mvn',
      ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=.'],
      { cwd: into },
    )
  })
  const folder = await mkdtemp(join(tmpdir(), 'kafka-'))
  const certificates = await issueCertificates()
  if (!certificates) throw new Error('OpenSSL is missing.')
  const [plain, secured, controller] = [await freePort(), await freePort(), await freePort()]
  const { certificate, privateKey } = certificates.server
  const inline = (pem: string) => pem.trim().replaceAll('\n', '\\n')
  const { username, password } = kafkaUser
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAIN://127.0.0.1:${plain},SECURED://127.0.0.1:${secured},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAIN://${advertised ?? `127.0.0.1:${plain}`},SECURED://localhost:${secured}`,
    'listener.security.protocol.map': 'PLAIN:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAIN',
    'controller.listener.names': 'CONTROLLER',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
    'listener.name.secured.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`,
    ...Object.fromEntries(
      ['256', '512'].map((bits) => [
        `listener.name.secured.scram-sha-${bits}.sasl.jaas.config`,
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      ]),
    ),
    // Accepts tokens without a signature, and reads their times and scopes.
    'listener.name.secured.oauthbearer.sasl.jaas.config': `org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker" unsecuredValidatorRequiredScope="kafka";`,
    'listener.name.secured.oauthbearer.connections.max.reauth.ms': 60_000,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.certificate.chain': inline(certificate),
    'ssl.keystore.key': inline(privateKey),
    'log.dirs': join(folder, 'log'),
    'auto.create.topics.enable': false,
    'num.partitions': 3,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'group.initial.rebalance.delay.ms': 0,
  }
  const file = join(folder, 'server.properties')
  await mkdir(folder, { recursive: true })
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const java = [...javaOptions, '-cp', join(libraries, '*')]
  const scram = ['256', '512'].flatMap((bits) => [
    '--add-scram',
    `SCRAM-SHA-${bits}=[name=${username},password=${password}]`,
  ])
  await promisify(execFile)('java', [
    ...[...java, 'kafka.tools.StorageTool', 'format'],
    ...['-t', 'MkU3OEVBNTcwNTJENDM2Qk', '-c', file, ...scram],
  ])

  const start = () => startServerProgram(['java', ...java, 'kafka.Kafka', file], { port: plain })
  let running = await start()
  return {
    plain: `127.0.0.1:${plain}`,
    secured: `localhost:${secured}`,
    authority: certificates.authority,
    async restart() {
      await running.stop()
      running = await start()
    },
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
