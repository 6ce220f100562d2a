import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'

const watchdog = new URL('watchdog.ts', import.meta.url).href
const standingStill = import.meta.resolve('@platform/kernel/jobs/standing-still')

/** Starts a watched process that runs this code. */
async function runWatched(work: string) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { setTimeout as sleep } from 'node:timers/promises'
       const { startWatchdog } = await import(${JSON.stringify(watchdog)})
       startWatchdog({ maxMs: 2_000 })
       await sleep(1_000)
       console.log('begins')
       ${work}
       console.log('ends')`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [output, errors] = [text(child.stdout), text(child.stderr)]
  return { child, output, errors, ended: once(child, 'exit') as Promise<[number, string]> }
}

it('ends a process whose event loop hangs', async () => {
  const { ended, output, errors } = await runWatched('for (;;) {}')

  const [, signal] = await ended

  expect(signal).toBe('SIGKILL')
  expect(await output).toBe('begins\n')
  expect(await errors).toMatch(/was stalled for \d+ s/)
})

it('ends a process that continues after a long stop', async () => {
  const { child, ended } = await runWatched('await sleep(60_000)')
  await once(child.stdout, 'data')

  child.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  child.kill('SIGCONT')

  expect(await ended).toEqual([null, 'SIGKILL'])
})

it('ends it only after a call whose reply cannot be asked for again', async () => {
  const { child, ended, output } = await runWatched(`
    const { doUnrepeatable } = await import(${JSON.stringify(standingStill)})
    await doUnrepeatable(async () => {
      console.log('asks')
      await sleep(4_000)
      console.log('is stored')
    })
    await sleep(60_000)`)
  await once(child.stdout, 'data')
  await once(child.stdout, 'data')

  child.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  child.kill('SIGCONT')

  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await output).toBe('begins\nasks\nis stored\n')
})

it('does not end an idle process', async () => {
  const run = async () => {
    const { ended, output, errors } = await runWatched('await sleep(4_000)')
    return [...(await ended), await output, await errors]
  }
  const isWell = [0, null, 'begins\nends\n', '']

  // A machine that stands still for two seconds looks like a hanging process.
  let found = await run()
  for (let again = 0; again < 3 && !isDeepStrictEqual(found, isWell); again++) found = await run()

  expect(found).toEqual(isWell)
})
