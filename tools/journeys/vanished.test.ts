import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxControl, startSandbox } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../server/kernel/src/db/database.ts'
import { startEmbeddedPostgres } from '../../server/kernel/src/db/postgres/embedded-postgres.ts'
import { connect } from './support/connect.ts'
import { machinesCidr, mayMakeMachines, startMachine } from './support/machine.ts'
import { dataFolder, eventually, stopProgram } from './support/program.ts'
import { startWebhookReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { expectWithin } from '../testing/src/machine-speed.ts'

/*
 * A machine whose link to the database is cut is silent: nothing closes its connections. Only root
 * on Linux can cut one; elsewhere this is skipped.
 */

const contacts = 6000
const manifest = `
specVersion: 1.0.0
integrations:
  - name: hubspot-sync
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: hs_object_id }]
          delivery: { mode: auto, pageSize: 50 }
          backfill: { defaultPeriod: { fullHistory: true } }
`
const group = { groupRef: 'globex', consumerRef: 'hank' }

it.runIf(mayMakeMachines())(
  'takes over from a disconnected machine within 10 seconds without duplicates',
  async () => {
    const machine = await startMachine()
    onTestFinished(() => machine.remove().then(() => {}))
    const postgres = await startReachablePostgres(machine.database.near)
    const sandbox = await startSandbox({ seed: { contacts }, host: '0.0.0.0' })
    const forAll = (url: string) => url.replace('127.0.0.1', machine.everybody.near)
    const receiver = await startWebhookReceiver({
      host: machine.everybody.near,
      answerAfterMs: 5_000,
    })
    const server = await startServer({
      sandbox: {
        salesforceUrl: forAll(sandbox.salesforceUrl),
        hubspotUrl: forAll(sandbox.hubspotUrl),
      },
      webhookUrl: receiver.url,
      databaseUrl: postgres.url,
      role: 'api',
      settings: { PLATFORM_ALLOW_CIDR: `${machinesCidr},127.0.0.0/8` },
      sourceYaml: manifest,
    })
    const elsewhere = (role: 'api' | 'engine') =>
      server.startElsewhere(machine.through, { role, databaseUrl: postgres.urlByNetwork })
    const cutOff = [elsewhere('engine'), elsewhere('api')]
    onTestFinished(async () => {
      await Promise.all([...cutOff, ...others].map(stopProgram))
      await server.stop()
      receiver.close()
      await sandbox.close()
    })
    const others: ReturnType<typeof server.startEngine>[] = []
    const project = { projectIdOrName: server.projectName }
    await connect(server.client, { ...project, provider: 'hubspot', ...group })
    const control = sandboxControl(sandbox.hubspotUrl)
    await control.addFault({
      effect: 'slow',
      delayMs: 600,
      match: { pathRegex: '/crm/objects/2026-09/contacts' },
    })
    const listSentBy = (address: string, since = 0) =>
      receiver.messages.filter(({ from, receivedAt }) => from === address && receivedAt > since)
    const collectReceived = () =>
      new Set(
        receiver.messages.flatMap(({ body }) =>
          (body.result ?? []).map(({ fields }) => String(fields['hs_object_id'])),
        ),
      )
    const areTwoEngines = async () =>
      (await postgres.client.query('select from engine_processes where ended_time is null'))
        .rowCount === 2
    const pagesRead = async () => {
      const { rows } = await postgres.client.query<{ pages: number }>(
        'select sum(pages)::int as pages from operations',
      )
      return rows[0]!.pages
    }
    const connectionsFrom = async (address: string) => {
      const { rows } = await postgres.client.query<{ count: number }>(
        // One that was cut off before its settings arrived holds nothing.
        "select count(*)::int from pg_stat_activity where client_addr = $1 and query <> ''",
        [address],
      )
      return rows[0]!.count
    }

    await server.client.post(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
      {
        params: { ...project, integrationId: 'hubspot-sync' },
        body: {
          groupRef: group.groupRef,
          config: { createdBy: 'journey', content: { read: { objects: { contacts: {} } } } },
        },
      },
    )
    await eventually(() => listSentBy(machine.everybody.far).length > 3)
    others.push(server.startEngine())
    await eventually(areTwoEngines)
    const connectionsBefore = await connectionsFrom(machine.database.far)

    await machine.database.cut()
    const cutAt = Date.now()
    const pagesBefore = await pagesRead()
    const [, deliveredAfterMs] = await Promise.all([
      expectWithin(10_000, async () => expect(await connectionsFrom(machine.database.far)).toBe(0)),
      expectWithin(10_000, () => {
        expect(listSentBy(machine.everybody.near).length).toBeGreaterThan(0)
        return Date.now() - cutAt
      }),
      expectWithin(10_000, async () => expect(await pagesRead()).toBeGreaterThan(pagesBefore)),
    ])
    receiver.answerAfterMs = 0
    await machine.database.mend()
    await control.clearFaults()
    await eventually(() => collectReceived().size === contacts)
    await eventually(areTwoEngines)
    const byHeir = new Set(listSentBy(machine.everybody.near).map(({ id }) => id))
    const sinceTakenOver = listSentBy(machine.everybody.far, cutAt + deliveredAfterMs)
    const twice = sinceTakenOver.map(({ id }) => id).filter((id) => byHeir.has(id))

    expect(connectionsBefore).toBeGreaterThan(9)
    expect(twice).toEqual([])
  },
)

/** Starts a PostgreSQL that is also reachable through a link, and returns a client. */
async function startReachablePostgres(address: string) {
  const folder = await dataFolder()
  const accessFile = join(folder.path, 'pg_hba.conf')
  await writeFile(accessFile, 'local all all scram-sha-256\nhost all all samenet scram-sha-256\n')
  const server = await startEmbeddedPostgres(join(folder.path, 'postgres'), {
    settings: { fsync: 'off', listen_addresses: address, hba_file: accessFile },
  })
  const database = await openDatabase(server.connectionString)
  const client = await database.dedicated()
  onTestFinished(async () => {
    await client.end()
    await database.close()
    await server.stop()
    await folder.remove()
  })
  return {
    client,
    url: server.connectionString,
    urlByNetwork: server.connectionString.replace(/@\/(\w+)\?.*/, `@${address}:5432/$1`),
  }
}
