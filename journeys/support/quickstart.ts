import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Quickstart } from '@platform/quickstart'
import {
  dataFolder,
  freePorts,
  programs,
  startProgram,
  stopProgram,
  whenReady,
  eventually,
} from './program.ts'

/** What `npm start` starts, on fresh data and ports of its own. */
export async function startQuickstart() {
  const data = await dataFolder()
  const [port, salesforce, hubspot, demo] = await freePorts(4)
  const program = startProgram(programs.quickstart, {
    env: {
      PLATFORM_DATA: data.path,
      PLATFORM_PORT: String(port),
      PLATFORM_SANDBOX_SALESFORCE_PORT: String(salesforce),
      PLATFORM_SANDBOX_HUBSPOT_PORT: String(hubspot),
      PLATFORM_DEMO_PORT: String(demo),
    },
  })
  await whenReady(`http://127.0.0.1:${port}`, program)
  await eventually(() => program.output().includes('Ready in'), 30_000)
  const quickstart = JSON.parse(
    await readFile(join(data.path, 'quickstart.json'), 'utf8'),
  ) as Quickstart
  return {
    quickstart,
    data: data.path,
    program,
    async stop() {
      await stopProgram(program)
      await data.remove()
    },
  }
}
