import cluster from 'node:cluster'
import { giveBackMemoryOfStart } from './memory.ts'
import { runServer, type Running } from './run.ts'
import { readArguments } from './serve-arguments.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { startWatchdog } from './watchdog.ts'

const begin = async () => {
  const { role } = readArguments()
  const settings = readSettings({ ...process.env, ...(role && { PLATFORM_ROLE: role }) })
  const running = await startAlone(settings)
  giveBackMemoryOfStart()
  startWatchdog()
  return running
}

// Ctrl-C reaches all processes of a terminal: a child waits for its parent's message.
if (cluster.isWorker) process.on('SIGINT', () => {})
await runServer(begin, cluster.isWorker ? { endsBy: ['SIGTERM'] } : {})

/** Loads only the modules that this process needs. */
async function startAlone(settings: Settings): Promise<Running> {
  if (cluster.isWorker) {
    const { startChild } = await import('./child.ts')
    return startChild(settings)
  }
  if (settings.PLATFORM_PROCESSES > 1) {
    const { startProcesses } = await import('./processes.ts')
    return startProcesses(settings)
  }
  const { startPlatform } = await import('../platform.ts')
  const { logSetupLink } = await import('../setup.ts')
  const platform = await startPlatform(settings)
  await logSetupLink(platform.database, { url: platform.url, log: platform.services.log })
  return platform
}
