import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { stillForMs } from '@platform/kernel/jobs/standing-still'
import { kill, startVictim } from '@platform/testing/killed-server'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { getFirst, must } from '@platform/kernel/values'

type Platform = Awaited<ReturnType<typeof givenPlatform>>

const contacts = 4_500

/** A process of the engine, until the test ends. */
async function startEngine(platform: Platform, masterKey: string): Promise<ChildProcess> {
  const engine = await startVictim(platform, { masterKey, role: 'engine' })
  onTestFinished(() => kill(engine))
  return engine.child
}

it('is replaced while it is stopped, ends when it continues, and counts nothing twice', async () => {
  const masterKey = randomBytes(32).toString('base64')
  const platform = await givenPlatform({
    contacts,
    env: { PLATFORM_ROLE: 'api', PLATFORM_MASTER_KEY: masterKey },
  })
  const { everything } = platform.database
  const runners = () => everything.selectFrom('readTurns').select('runner').execute()
  const selectKnown = async () =>
    (
      await everything
        .selectFrom('engineProcesses')
        .select('key')
        .where('endedTime', 'is', null)
        .execute()
    ).map(({ key }) => key)
  await platform.connect('globex')
  await platform.connect('initech')
  await platform.control.addFault({ effect: 'slow', delayMs: 600, match: { pathRegex: '/query' } })
  const still = await startEngine(platform, masterKey)
  const ofStill = getFirst(await selectKnown())
  const { id } = await platform.install('globex')
  const of = (groupRef: string) =>
    platform.messages.filter((message) => message.groupRef === groupRef && message.result)
  await vi.waitFor(async () => {
    expect(of('globex').length).toBeGreaterThan(0)
    expect(await runners()).toEqual([{ runner: ofStill }])
  }, patiently)

  still.kill('SIGSTOP')
  const stopped = performance.now()
  await startEngine(platform, masterKey)
  // A customer without work in the process does not wait.
  await platform.install('initech')
  await vi.waitFor(() => expect(of('initech').length).toBeGreaterThan(0), patiently)
  await vi.waitFor(async () => expect(await selectKnown()).not.toContain(ofStill), patiently)
  const ended = once(still, 'exit')
  // Its last sign of life was up to three seconds old: others may take over before its own watchdog would end it.
  await sleep(Math.max(0, stillForMs + 2_000 - (performance.now() - stopped)))
  still.kill('SIGCONT')

  expect(await ended).toEqual([null, 'SIGKILL'])
  await vi.waitFor(async () => {
    const { rows } = await sql<{ status: string; records: number }>`
      select status, records_processed as records from operations where installation_id = ${id}`.execute(
      everything,
    )
    expect(rows).toEqual([{ status: 'success', records: contacts }])
  }, patiently)
  await vi.waitFor(() => {
    const messages = new Map(of('globex').map((message) => [platform.idOf(message), message]))
    const read = [...messages.values()].flatMap(({ result }) => must(result, 'records'))
    expect(read).toHaveLength(contacts)
    expect(new Set(read.map(({ raw }) => raw?.['Id'])).size).toBe(contacts)
  }, patiently)
})
