import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Quickstart } from '@platform/quickstart'
import { prepareDataFolder } from './prepared-data-folder.ts'
import {
  dataFolder,
  freePorts,
  programs,
  startProgram,
  stopProgram,
  whenItAnswers,
  whenReady,
} from './program.ts'

/**
 * Starts `npm start` on reserved ports; with `anyDemoPort` the demo chooses its own, and with
 * `isFirst` the data folder is empty, otherwise its database is migrated.
 */
export async function startQuickstartProcess({ anyDemoPort = false, isFirst = false } = {}) {
  const data = await (isFirst ? dataFolder() : prepareDataFolder())
  const [port, salesforce, hubspot, free] = await freePorts(4)
  const demo = anyDemoPort ? 0 : free
  const file = join(data.path, 'quickstart.json')
  // An unread pipe blocks it while it prints its summary, the last thing it does.
  execFileSync('mkfifo', [file])
  const program = startProgram(programs.quickstart, {
    env: {
      PLATFORM_DATA: data.path,
      PLATFORM_PORT: String(port),
      PLATFORM_SANDBOX_SALESFORCE_PORT: String(salesforce),
      PLATFORM_SANDBOX_HUBSPOT_PORT: String(hubspot),
      PLATFORM_DEMO_PORT: String(demo),
    },
  })
  const baseUrl = `http://127.0.0.1:${port}`
  await whenItAnswers(anyDemoPort ? baseUrl : `http://127.0.0.1:${demo}`, program)
  const { status: statusBefore } = await fetch(`${baseUrl}/readyz`)
  const text = await readFile(file, 'utf8')
  await rm(file)
  await writeFile(file, text)
  await whenReady(baseUrl, program)
  const quickstart = JSON.parse(text) as Quickstart
  return {
    quickstart,
    /** Status of `/readyz` before `quickstart.json` existed. */
    statusBefore,
    data: data.path,
    program,
    async stop() {
      await stopProgram(program)
      await data.remove()
    },
  }
}
