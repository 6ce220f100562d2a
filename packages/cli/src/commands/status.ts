import type { Client, Schemas } from '@platform/client'
import { command } from '../command.ts'
import { everyPage } from '../every-page.ts'
import { targetNotes, targetOf, targetOptions } from '../target.ts'
import { painter, print, printable, type Terminal } from '../terminal.ts'

export const status = command({
  name: 'status',
  summary: 'Tell how integrations, installations and destinations are.',
  options: { json: { type: 'boolean', says: 'Print it as JSON.' }, ...targetOptions },
  notes: targetNotes,
  async run({ values, terminal }) {
    const { client, project, baseUrl } = await targetOf(values, terminal)
    const state = await stateOf(client, project)
    if (values.json) {
      print(terminal.stdout, JSON.stringify(state, null, 2))
      return 0
    }
    print(terminal.stdout, `Project ${project} at ${baseUrl}`)
    printState(state, terminal)
    return 0
  },
})

interface State {
  integrations: Schemas['Integration'][]
  installations: Schemas['Installation'][]
  destinations: Schemas['Destination'][]
  /** Deliveries that were given up in the last 24 hours, as far as they fit on one page. */
  failedDeliveries: Schemas['Delivery'][]
}

const dayMs = 24 * 3600 * 1000
const page = 1000

async function stateOf(client: Client, projectIdOrName: string): Promise<State> {
  const params = { projectIdOrName }
  const base = '/v1/projects/{projectIdOrName}'
  const from = new Date(Date.now() - dayMs).toISOString()
  const [integrations, installations, destinations, failedDeliveries] = await Promise.all([
    everyPage((query) => client.page(`${base}/integrations`, { params, query })),
    everyPage((query) => client.page(`${base}/installations`, { params, query })),
    everyPage((query) => client.page(`${base}/destinations`, { params, query })),
    client.get(`${base}/deliveries`, { params, query: { status: 'failed', from, pageSize: page } }),
  ])
  return { integrations, installations, destinations, failedDeliveries }
}

function printState(state: State, terminal: Terminal): void {
  const { integrations, installations, destinations, failedDeliveries } = state
  const paint = painter(terminal, terminal.stdout)
  const good = paint('green', '✓')
  const bad = paint('red', '✗')
  const line = (text: string) => print(terminal.stdout, text)

  line(integrations.length === 0 ? '\nNo integration is deployed yet: `platform deploy`.' : '')
  for (const { id, name, provider } of integrations) {
    const own = installations.filter((one) => one.integrationId === id)
    line(`${paint('bold', name)} (${provider}): ${count(own.length, 'installation')}`)
    for (const installation of own) {
      const { state: health, since, reason } = installation.health
      const isWell = installation.healthStatus === 'healthy'
      const group = installation.group?.groupName ?? installation.group?.groupRef ?? ''
      line(`  ${isWell ? good : bad} ${installation.id}  ${printable(group)}`)
      if (health !== 'healthy') line(`      ${words(health, since)}. ${printable(reason ?? '')}`)
      for (const [object, { health: its }] of Object.entries(installation.objects)) {
        if (its.state === 'healthy') continue
        line(`      ${object}: ${words(its.state, its.since)}. ${printable(its.reason ?? '')}`)
      }
    }
  }

  line('')
  for (const { name, type, health, formerKeyUntil } of destinations) {
    const reason = health.reason ? `: ${printable(health.reason)}` : ''
    const isWell = ['healthy', 'retrying'].includes(health.state)
    const is = words(health.state, health.since)
    line(`${isWell ? good : bad} destination ${name} (${type}) is ${is}${reason}`)
    if (formerKeyUntil) line(`      Its former secret signs too, until ${formerKeyUntil}.`)
  }
  if (failedDeliveries.length === 0) return
  const failed = `${failedDeliveries.length}${failedDeliveries.length === page ? ' or more' : ''}`
  line(
    `${bad} ${failed} deliveries failed in the last 24 hours: \`platform deliveries retry --failed\``,
  )
}

const words = (state: Schemas['Health']['state'], since: string | undefined) =>
  state.replaceAll('_', ' ') + (since ? ` since ${since}` : '')

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
