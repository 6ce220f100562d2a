import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { isLong } from '../../testing/src/long-tests.ts'
import { createModelAgent, readModelSettings } from './model.ts'
import { scriptedAgent, type AgentTask } from './task.ts'
import { startTaskServer, type TaskServer } from './task-server.ts'
import { expressApp, fastifyApp, nodeApp } from './tasks/backends.ts'
import { fastApiApp, goApp, nextApp } from './tasks/other-frameworks.ts'
import { mendInstallation, wellManifest } from './tasks/mend-installation.ts'
import { movePlatform } from './tasks/move-platform.ts'
import { providerFromOpenapi } from './tasks/provider-from-openapi.ts'

// Tasks for coding agents. Without a model in the environment, scripted agents do them.

const model = readModelSettings(process.env)
const agent = model ? createModelAgent(model) : scriptedAgent

const tasks: ((server: TaskServer) => AgentTask)[] = [
  nodeApp,
  expressApp,
  fastifyApp,
  mendInstallation,
  providerFromOpenapi,
  movePlatform,
  // They install other frameworks and languages.
  ...(isLong || model ? [nextApp, fastApiApp, goApp] : []),
]

let server: TaskServer
beforeAll(async () => {
  server = await startTaskServer({ mustConfine: model !== undefined, sourceYaml: wellManifest })
})
afterAll(() => server.close())

const rows: { task: string; done: string; steps: number; seconds: number; end: string }[] = []

/** Returns why the task cannot be done on this machine; undefined if it can. */
async function install(task: AgentTask): Promise<Error | undefined> {
  return task.install?.().then(
    () => undefined,
    (error: Error) => error,
  )
}

it.for(tasks)(
  'task %#: is not done at its start, and done by the agent',
  async (create, { skip }) => {
    const task = create(server)
    const missing = await install(task)
    if (missing) {
      console.log(`Agent tasks: ${task.name} is left out. ${missing.message}`)
      rows.push({ task: task.name, done: 'left out', steps: 0, seconds: 0, end: missing.message })
      return skip(missing.message)
    }
    onTestFinished(() => task.end?.())
    const place = await task.prepare()
    const before = await task.score(place)

    const start = performance.now()
    const { steps, end } = await agent.work(task, place).catch((error: Error) => {
      // The table shows every task, also one in which the model stopped answering.
      rows.push({ task: task.name, done: 'no', steps: 0, seconds: 0, end: error.message })
      throw error
    })
    const seconds = Math.round((performance.now() - start) / 1000)
    const faults = await task.score(place)

    const done = faults.length === 0 ? 'yes' : 'no'
    rows.push({ task: task.name, done, steps, seconds, end: [end, ...faults].join(' ') })
    expect(before, `${task.name} at its start`).not.toEqual([])
    expect(faults, task.name).toEqual([])
  },
)

afterAll(async () => {
  if (!model) return
  const table = [
    '| Task | Done | Commands | Seconds | End |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${Object.values(row).join(' | ')} |`),
  ].join('\n')
  console.log(`${model.model}\n\n${table}`)
  if (process.env['AGENT_REPORT']) await writeFile(process.env['AGENT_REPORT'], `${table}\n`)
})
