import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AgentTask, TaskPlace } from '../task.ts'
import type { TaskServer } from '../task-server.ts'
import { scoreBackend } from '../score-backend.ts'
import { describeBackend as describe, registerClientCommand } from './describe-backend.ts'

/** An empty folder. */
export const nodeApp = (server: TaskServer): AgentTask => ({
  name: 'new app without a framework',
  prompt: (place) =>
    describe(place, 'Build a backend that integrates Salesforce, in this empty folder.'),
  prepare: () => server.place({}),
  script: ({ project, baseUrl }) => [
    `platform init --framework node --project ${project} --base-url ${baseUrl}`,
    registerClientCommand,
    'platform deploy',
  ],
  score: (place) => scoreBackend(place),
})

interface Existing {
  name: string
  modules: string[]
  server: string
  /** Commands that change the server after `platform init`. */
  changes: (place: TaskPlace) => string[]
}

const toTask =
  ({ name, modules, server: file, changes }: Existing) =>
  (server: TaskServer): AgentTask => ({
    name,
    prompt: (place) =>
      describe(place, 'Add an integration of Salesforce to the backend in this folder.'),
    async prepare() {
      const place = await server.place({ modules })
      const dependencies = Object.fromEntries(modules.map((one) => [one, '*']))
      const files = {
        'package.json': JSON.stringify({ name: 'product', type: 'module', dependencies }),
        'server.mjs': file,
      }
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(place.folder, path)), { recursive: true })
        await writeFile(join(place.folder, path), text)
      }
      return place
    },
    script: (place) => [
      `platform init --project ${place.project} --base-url ${place.baseUrl} --url http://127.0.0.1:${place.port}/api/platform-webhook`,
      ...changes(place),
      registerClientCommand,
      'platform deploy',
    ],
    // What was there before must go on working.
    score: (place) => scoreBackend(place, { page: { path: '/', text: 'Larkfield' } }),
  })

/** A server in Express that has a page. */
export const expressApp = toTask({
  name: 'into an existing app in Express',
  modules: ['express'],
  server: `import express from 'express'

const app = express()
app.use(express.json())
app.get('/', (_request, response) => response.send('Larkfield'))
app.listen(Number(process.env.PORT), '127.0.0.1')
`,
  changes: () => [
    `sed -i "s|^app.use(express.json())|const getUser = async () => ({ userId: 'user-1', companyId: 'company-1' })\\napp.use(platformRoutes({ getUser }))\\n&|; 1i import { platformRoutes } from './platform-routes.mjs'" server.mjs`,
  ],
})

/** A server in Fastify that has a page. */
export const fastifyApp = toTask({
  name: 'into an existing app in Fastify',
  modules: ['fastify'],
  server: `import fastify from 'fastify'

const app = fastify()
app.get('/', async () => 'Larkfield')
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
`,
  changes: () => [
    `sed -i "s|^await app.listen|const getUser = async () => ({ userId: 'user-1', companyId: 'company-1' })\\napp.register(platformRoutes, { getUser })\\n&|; 1i import { platformRoutes } from './platform-routes.mjs'" server.mjs`,
  ],
})
