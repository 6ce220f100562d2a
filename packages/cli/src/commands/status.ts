import {
  describeTroubles,
  healthTones,
  listProviderNotices,
  listTroubles,
  ProblemError,
  type Client,
  type Schemas,
  type Trouble,
} from '@platform/client'
import { command } from '../command.ts'
import { describeConnectProblem, listConnectProblems } from '../terminal/connect-problems.ts'
import { describeHealth } from '../terminal/describe-health.ts'
import { describeAccount } from '../target/account.ts'
import { everyPage } from '../target/every-page.ts'
import { describeMissingApps, selectMissingApps } from '../files/missing-apps.ts'
import { isJsonObject } from '../files/provider-file.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { painter, print, printable, type Terminal } from '../terminal/terminal.ts'

export const status = command({
  name: 'status',
  summary: 'Show the health of integrations, installations and destinations.',
  options: {
    unhealthy: {
      type: 'boolean',
      description: 'Only installations and destinations that are not healthy.',
    },
    json: { type: 'boolean', description: 'Print JSON.' },
    ...targetOptions,
  },
  notes: `The exit code is 3 if an installation, connection or destination fails or needs a sign-in, or deliveries have
failed. States that recover automatically and reads paused on request do not count; reads whose destination is gone
do.

${targetNotes}`,
  async run({ values, terminal }) {
    const { client, project, baseUrl } = await requireTarget(values, terminal)
    const [state, problems, serverNotes] = await Promise.all([
      readState(client, project),
      listConnectProblems({ baseUrl, client, project }),
      listServerNotes(baseUrl),
    ])
    const providers = await listProviders(client, state)
    const missing = selectMissingApps(state.integrations, {
      findProvider: (name) => providers.get(name),
      providersWithApp: await listProvidersWithApp(client, project),
    })
    const notes = [
      ...problems.map(describeConnectProblem),
      ...(missing.length > 0 ? [describeMissingApps(missing).join('\n')] : []),
      ...serverNotes,
    ]
    const troubles = listTroubles(state)
    const summary = describeTroubles(troubles, state.failedDeliveries.length)
    const exitCode = summary.tone === 'bad' ? 3 : 0
    const isShown = ({ health }: { health: Health }) =>
      !values.unhealthy || health.state !== 'healthy'
    if (values.json) {
      const shown = {
        ...state,
        integrations: state.integrations.map(withoutContent),
        installations: state.installations.filter(isShown),
        connections: listOthers(troubles),
        destinations: state.destinations.filter(isShown),
      }
      print(
        terminal.stdout,
        JSON.stringify(
          { summary: summary.text, ...(notes.length > 0 && { notes }), ...shown },
          null,
          2,
        ),
      )
      return exitCode
    }
    print(terminal.stdout, `Project ${project} at ${baseUrl}`)
    printState({ ...state, connections: listOthers(troubles) }, providers, { isShown, terminal })
    const paint = painter(terminal, terminal.stdout)
    for (const note of notes) print(terminal.stdout, `${listMarks(paint).warning} ${note}`)
    print(terminal.stdout, '', `${listMarks(paint)[summary.tone]} ${summary.text}`)
    return exitCode
  },
})

/** Lists what the server says about itself; nothing if it does not say anything in time. */
async function listServerNotes(baseUrl: string): Promise<string[]> {
  const signal = AbortSignal.timeout(3_000)
  // What counts is the state of the project, which is read in any case.
  const state: unknown = await fetch(`${baseUrl}/readyz`, { signal })
    .then((reply) => reply.json())
    .catch(() => undefined)
  if (!isJsonObject(state)) return []
  return [
    ...(state['messageLogEncrypted'] === false ? [notEncrypted] : []),
    ...(state['messageLogOwner'] === 'another database' ? [foreignLog] : []),
  ]
}

const notEncrypted =
  'The server’s connections to its message log are not encrypted. Its operator should use tls:// in PLATFORM_LOG and PLATFORM_LOG_SYSTEM, unless the network encrypts.'
const foreignLog =
  'The server’s database is a copy of another one, or another one is a copy of it, and that one owns the message log: messages stay in PostgreSQL. Its operator should use only one of them, as the server’s log says.'

/** Names a customer, and the reference that `--group` of other commands expects. */
const describeGroup = ({ groupName, groupRef }: Partial<Schemas['Group']> = {}) =>
  printable(
    groupName !== undefined && groupRef !== undefined && groupName !== groupRef
      ? `${groupName} (${groupRef})`
      : (groupName ?? groupRef ?? ''),
  )

/** Lists unhealthy connections whose installations do not show it. */
const listOthers = (troubles: readonly Trouble[]) =>
  troubles.flatMap((trouble) => (trouble.kind === 'connection' ? [trouble.resource] : []))

const listMarks = (paint: ReturnType<typeof painter>) => ({
  good: paint('green', '✓'),
  warning: paint('yellow', '!'),
  bad: paint('red', '✗'),
})

/** Leaves out the manifest: `platform revisions` shows it. */
const withoutContent = ({ latestRevision, ...integration }: Schemas['Integration']) => {
  if (!latestRevision) return integration
  const { content: _content, ...revision } = latestRevision
  return { ...integration, latestRevision: revision }
}

interface State {
  integrations: Schemas['Integration'][]
  installations: Schemas['Installation'][]
  connections: Schemas['Connection'][]
  destinations: Schemas['Destination'][]
  /** Up to one page. */
  failedDeliveries: Schemas['Delivery'][]
}

const page = 1000

async function readState(client: Client, projectIdOrName: string): Promise<State> {
  const params = { projectIdOrName }
  const base = '/v1/projects/{projectIdOrName}'
  const [integrations, installations, connections, destinations, failedDeliveries] =
    await Promise.all([
      everyPage((query) => client.page(`${base}/integrations`, { params, query })),
      everyPage((query) => client.page(`${base}/installations`, { params, query })),
      everyPage((query) => client.page(`${base}/connections`, { params, query })),
      everyPage((query) => client.page(`${base}/destinations`, { params, query })),
      client.get(`${base}/deliveries`, { params, query: { status: 'failed', pageSize: page } }),
    ])
  return { integrations, installations, connections, destinations, failedDeliveries }
}

/** Lists the providers with an app in the project; undefined if the credentials may not list them. */
const listProvidersWithApp = (
  client: Client,
  projectIdOrName: string,
): Promise<string[] | undefined> =>
  everyPage((query) =>
    client.page('/v1/projects/{projectIdOrName}/provider-apps', {
      params: { projectIdOrName },
      query,
    }),
  ).then(
    (apps) => apps.map(({ provider }) => provider),
    (error: unknown) => {
      if (error instanceof ProblemError && error.status < 500) return undefined
      throw error
    },
  )

type Providers = ReadonlyMap<string, Schemas['ProviderInfo']>

/** Returns the providers of integrations, without those that are no longer in the catalogue. */
async function listProviders(client: Client, { integrations }: State): Promise<Providers> {
  const providers = [...new Set(integrations.map(({ provider }) => provider))]
  const found = await Promise.all(
    providers.map((provider) =>
      client.get('/v1/providers/{provider}', { params: { provider } }).then(
        (info): [string, Schemas['ProviderInfo']][] => [[provider, info]],
        (error: unknown) => {
          if (error instanceof ProblemError && error.status === 404) return []
          throw error
        },
      ),
    ),
  )
  return new Map(found.flat())
}

function printState(
  state: State,
  providers: Providers,
  { isShown, terminal }: { isShown: (of: { health: Health }) => boolean; terminal: Terminal },
): void {
  const { integrations, installations, connections, destinations, failedDeliveries } = state
  const paint = painter(terminal, terminal.stdout)
  const marks = listMarks(paint)
  const toMark = (health: Health) => marks[healthTones[health.state]]
  const line = (text: string) => print(terminal.stdout, text)

  line(integrations.length === 0 ? '\nNo integration is deployed yet: `platform deploy`.' : '')
  for (const { id, name, provider, latestRevision } of integrations) {
    const own = installations.filter((one) => one.integrationId === id)
    const info = providers.get(provider)
    const providerName = printable(info?.displayName ?? provider)
    const notices = info ? listProviderNotices(info, { objects: listObjects(latestRevision) }) : []
    line(`${paint('bold', name)} (${providerName}): ${formatNumber(own.length, 'installation')}`)
    for (const { tone, text } of notices) line(`  ${marks[tone]} ${printable(text)}`)
    for (const installation of own.filter(isShown)) {
      const { health } = installation
      line(
        `  ${toMark(health)} ${installation.id}  ${describeGroup(installation.group)}${describeAccount(installation)}`,
      )
      if (health.state !== 'healthy') line(`      ${describeHealth(health)}`)
      for (const [text, objects] of groupByReason(installation)) {
        line(`      ${objects.join(', ')}: ${text}`)
      }
      for (const [object, row] of Object.entries(installation.objects)) {
        const { health: its, state: objectState, lastRunTime } = row
        const held = row.snapshot?.heldDeletions ?? row.kept?.heldDeletions ?? 0
        const isNew = its.state === 'healthy' && objectState === 'active' && !lastRunTime
        if (isNew) line(`      ${object}: Not read yet.`)
        if (row.kept?.incomplete) {
          line(
            `      ${object}: The list of kept records is incomplete (${row.kept.incomplete.reason}).`,
          )
        }
        if (held > 0) {
          line(
            `      ${object}: Deletions held until another complete read confirms them: ${held}.`,
          )
        }
      }
    }
  }

  line('')
  for (const { id, provider, group, health } of connections) {
    const name = `connection ${id} (${provider})  ${describeGroup(group)}`
    line(`${toMark(health)} ${name}: ${describeHealth(health)}`)
  }
  for (const { name, type, health, lastDay, formerKeyUntil } of destinations.filter(isShown)) {
    line(`${toMark(health)} destination ${name} (${type}): ${describeHealth(health)}`)
    if (lastDay.paused > 0) line(`      Deliveries paused until it is enabled: ${lastDay.paused}.`)
    if (formerKeyUntil) line(`      Its former secret signs too, until ${formerKeyUntil}.`)
  }
  if (failedDeliveries.length === 0) return
  const failed = `${failedDeliveries.length}${failedDeliveries.length === page ? ' or more' : ''}`
  line(
    `${marks.bad} Failed deliveries: ${failed}. Retry them with \`platform deliveries retry --failed\`.`,
  )
}

/**
 * Groups the objects that are not healthy by what is said about them. The line of the installation has said
 * what is the matter with all of them.
 */
function groupByReason({ health, objects }: Schemas['Installation']): Map<string, string[]> {
  const unhealthy = Object.entries(objects).filter(([, { health: its }]) => its.state !== 'healthy')
  const isSaid = ({ state, reason }: Health) => state === health.state && reason === health.reason
  const others = unhealthy.filter(([, { health: its }]) => !isSaid(its))
  const groups = Map.groupBy(others, ([, { health: its }]) =>
    describeHealth({ ...its, retryTime: undefined }),
  )
  return new Map(
    [...groups].map(([text, group]) => [
      `${text}${describeNextAttempt(group)}`,
      group.map(([name]) => name),
    ]),
  )
}

/** Describes the earliest attempt. */
function describeNextAttempt(
  group: readonly [string, Schemas['Installation']['objects'][string]][],
): string {
  const [next] = group.flatMap(([, { health }]) => health.retryTime ?? []).toSorted()
  return next ? ` Next attempt ${next}.` : ''
}

/** Lists the objects that a revision reads, writes or subscribes to. */
const listObjects = (revision: Schemas['Integration']['latestRevision'] | undefined) =>
  [revision?.content.read, revision?.content.write, revision?.content.subscribe].flatMap((part) =>
    (part?.objects ?? []).map(({ objectName }) => objectName),
  )

type Health = Schemas['Health']

const formatNumber = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
