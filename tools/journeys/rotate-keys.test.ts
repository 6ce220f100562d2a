import { randomBytes } from 'node:crypto'
import { createClient } from '@platform/client'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { createSecrets, parseMasterKeys } from '../../server/kernel/src/secrets/secrets.ts'
import { serverSecret } from '../../server/kernel/src/secrets/server-secret.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { createTenant } from '../../server/program/src/main/bootstrap.ts'
import { startPlatform, type Platform } from '../../server/program/src/main/platform.ts'
import { readSettings } from '../../server/program/src/main/settings/settings.ts'
import { givenDatabase } from '../testing/src/test-database.ts'
import { bundlePrograms } from '../testing/src/bundled-programs.ts'
import { dataFolder, eventually, freePorts, startProgram } from './support/program.ts'

// The servers run in this process; the rotations, which are killed and interrupted, do not.

const otherProjects = 300
const newKey = () => randomBytes(32).toString('base64')
const getKeyId = (key: string) => parseMasterKeys(key).current.id

it('changes the master key while the server works, interrupted twice on the way', async () => {
  const [oldKey, nextKey] = [newKey(), newKey()]
  const { database, start, environment } = await givenPlatform()
  const { cli, env } = await bundlePrograms()
  const first = await start(oldKey)
  const owner = { org: 'Acme', project: 'journey', owner: 'owner@acme.test' }
  const { apiKey, projectName } = await createTenant(database, owner)
  const client = createClient({ baseUrl: first.baseUrl, apiKey })
  const destination = await addDestination(client, projectName, 'first')
  const secrets = await readSecrets(client, projectName, destination)
  const sealed = await sealInOtherProjects(database, oldKey)
  await first.stop()

  const during = await start(`${nextKey},${oldKey}`)
  const work = keepWorking(createClient({ baseUrl: during.baseUrl, apiKey }), projectName)
  const countKeysLeft = () => keysLeft(database, getKeyId(nextKey))
  const rotate = () =>
    startProgram(cli, {
      args: ['keys', 'rotate'],
      env: { ...environment(`${nextKey},${oldKey}`), ...env },
    })

  const releaseFirst = await lockHalf(database, getKeyId(nextKey))
  const killed = rotate()
  await eventually(() => rotationWaits(database))
  killed.process.kill('SIGKILL')
  await killed.ended
  await releaseFirst()
  // Its session in PostgreSQL ends with the statement that waits.
  await eventually(async () => !(await rotationWaits(database)))
  const leftByKilled = await countKeysLeft()
  const releaseSecond = await lockHalf(database, getKeyId(nextKey))
  const interrupted = rotate()
  await eventually(() => rotationWaits(database))
  interrupted.process.kill('SIGINT')
  await releaseSecond()
  const interruptedCode = await interrupted.ended
  const leftByInterrupted = await countKeysLeft()
  const finished = rotate()
  const finishedCode = await finished.ended
  await eventually(() => work.rounds() > 5)
  const worked = await work.stop()
  await during.stop()

  const after = await start(nextKey)
  const later = createClient({ baseUrl: after.baseUrl, apiKey })
  const onlyNext = createSecrets(database, parseMasterKeys(nextKey))
  const opened = await inTurns(sealed, ({ id, text }) => onlyNext.open(id, text))

  expect(leftByKilled).toBeGreaterThan(100)
  expect(leftByKilled).toBeLessThan(otherProjects)
  expect(interruptedCode).toBe(1)
  expect(interrupted.output()).toContain(`Stopped with ${leftByInterrupted} keys left`)
  expect(leftByInterrupted).toBeGreaterThan(0)
  expect([finishedCode, await countKeysLeft()]).toEqual([0, 0])
  expect(finished.output()).toMatch(
    new RegExp(`^0 of ${leftByInterrupted} keys\\n[^]*"rotated": ${leftByInterrupted},`),
  )
  expect(worked.failures).toEqual([])
  expect(await readSecrets(later, projectName, destination)).toEqual(secrets)
  expect(opened).toEqual(sealed.map(({ id }) => `secret of ${id}`))
})

it('refuses to start or rotate without the current key', async () => {
  const [lost, other] = [newKey(), newKey()]
  const { database, environment } = await givenPlatform()
  await serverSecret(database, parseMasterKeys(lost), 'sign-in')
  const { serve, cli, env: envOfBundle } = await bundlePrograms()
  const env = { ...environment(other), ...envOfBundle }

  const server = startProgram(serve, { env })
  const command = startProgram(cli, { args: ['keys', 'rotate'], env })

  const sentence = `The master key ${getKeyId(lost)} is missing: add it to PLATFORM_MASTER_KEY, after the current one.`
  expect([await server.ended, await command.ended]).toEqual([1, 2])
  expect(server.output()).toBe(`${sentence}\n`)
  expect(command.output()).toContain(`error ${sentence}\n`)
  expect(command.output()).not.toContain('    at ')
})

type Client = ReturnType<typeof createClient>
type TestDatabase = Awaited<ReturnType<typeof givenDatabase>>

async function givenPlatform() {
  const database = await givenDatabase()
  const data = await dataFolder()
  const [port] = await freePorts(1)
  const running: Platform[] = []
  onTestFinished(async () => {
    for (const platform of running) await platform.stop()
    await data.remove()
  })
  const environment = (masterKeys: string) => ({
    DATABASE_URL: database.connectionString,
    PLATFORM_MASTER_KEY: masterKeys,
    PLATFORM_DATA: data.path,
    PLATFORM_LIMIT_DESTINATIONS: '100000',
    PLATFORM_PORT: String(port),
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_LOG_LEVEL: 'error',
  })
  return {
    database,
    environment,
    async start(masterKeys: string) {
      const platform = await startPlatform(readSettings(environment(masterKeys)))
      running.push(platform)
      return { baseUrl: must(platform.url, 'address'), stop: () => platform.stop() }
    },
  }
}

async function addDestination(client: Client, projectIdOrName: string, name: string) {
  const { id } = await client.post('/v1/projects/{projectIdOrName}/destinations', {
    params: { projectIdOrName },
    body: { name, type: 'webhook', metadata: { url: 'http://127.0.0.1:9/' } },
  })
  return id
}

async function readSecrets(client: Client, projectIdOrName: string, destination: string) {
  const { secrets } = await client.get(
    '/v1/projects/{projectIdOrName}/destinations/{destination}',
    {
      params: { projectIdOrName, destination },
      query: { includeSecrets: true },
    },
  )
  return secrets
}

/**
 * Locks half of the keys wrapped by another master key, so that a rotation waits. Resolves with a
 * function that releases them.
 */
async function lockHalf(database: TestDatabase, masterKeyId: string) {
  const client = await database.connect()
  await client.query('begin')
  await client.query(
    `select from data_keys where project_id in
       (select project_id from data_keys where master_key_id != $1 offset $2) for update`,
    [masterKeyId, (await keysLeft(database, masterKeyId)) >> 1],
  )
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

async function rotationWaits(database: TestDatabase) {
  const client = await database.connect()
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%"data_keys"%for update%'`,
  )
  client.release()
  return rowCount !== 0
}

/** Encrypts a secret in each of many projects. */
async function sealInOtherProjects(database: TestDatabase, masterKey: string) {
  const db = database.everything
  const { id: orgId } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  const ids = Array.from({ length: otherProjects }, () => newId('proj'))
  await db
    .insertInto('projects')
    .values(ids.map((id) => ({ id, orgId, name: id, appName: 'Acme' })))
    .execute()
  const secrets = createSecrets(database, parseMasterKeys(masterKey))
  return inTurns(ids, async (id) => ({ id, text: await secrets.seal(id, `secret of ${id}`) }))
}

/** Processes a few at a time: with many, some would wait for a connection for too long. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += 10) {
    results.push(...(await Promise.all(items.slice(at, at + 10).map(act))))
  }
  return results
}

/** Returns how many keys, of projects and of the server itself, another master key wraps. */
async function keysLeft(database: TestDatabase, masterKeyId: string) {
  const of = (table: 'dataKeys' | 'serverSecrets') =>
    database.everything
      .selectFrom(table)
      .select('masterKeyId')
      .where('masterKeyId', '!=', masterKeyId)
      .execute()
  return [...(await of('dataKeys')), ...(await of('serverSecrets'))].length
}

/** Continuously encrypts and decrypts through the API. */
function keepWorking(client: Client, projectName: string) {
  const failures: unknown[] = []
  let rounds = 0
  let isOver = false
  const work = async () => {
    while (!isOver) {
      try {
        const destination = await addDestination(client, projectName, `more-${rounds}`)
        const secrets = await readSecrets(client, projectName, destination)
        if (!secrets) throw new Error('The secrets are missing.')
        rounds++
      } catch (error) {
        failures.push(error)
      }
    }
  }
  const working = work()
  return {
    rounds: () => rounds,
    async stop() {
      isOver = true
      await working
      return { failures }
    },
  }
}
