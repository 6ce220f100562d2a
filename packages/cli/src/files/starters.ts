export type Framework = 'express' | 'fastify' | 'next' | 'node'

// Files of a product that has none yet: a server or an app, whose page shows the integration.

/** Returns the page, as an expression of a template literal that knows `project` and `baseUrl`. */
const writePage = (provider: string) => `const page = \`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Integrations</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/platform.css" />
    <style>
      body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; font-family: system-ui, sans-serif; }
    </style>
    <script type="module" src="/platform.js"></script>
    <script type="module">
      document.querySelector('platform-install').options = {
        getToken: async () => (await fetch('/api/platform-token')).text(),
      }
    </script>
  </head>
  <body>
    <platform-install project="\${project}" base-url="\${baseUrl}" integration="${provider}-sync"
      consumer-ref="user-1" group-ref="company-1"></platform-install>
  </body>
</html>
\`
`

const findUser =
  '/** Return the current user of your session here, and the customer of yours whom they belong to. */'

const readSettings = `const { baseUrl, project } = parseReceiveToken(process.env.PLATFORM_RECEIVE ?? '')
const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? 'localhost'`

const readModule = 'const readModule = (name) => readFile(fileURLToPath(import.meta.resolve(name)))'

/**
 * Returns a backend without a framework that serves a page, issues tokens and receives the messages.
 * `functions`: those that read a setting and sign a token.
 */
export const writeNodeBackend = (
  provider: string,
  functions: string,
) => `import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createReceiver, parseReceiveToken } from '@platform/client/receive'
${functions}
${findUser}
const findUser = async (_request) => ({ userId: 'user-1', companyId: 'company-1' })

// With PLATFORM_RECEIVE_URL, messages are sent to /api/platform-webhook. Without it, they are fetched.
// A message can arrive twice, with the same eventId.
const receiver = createReceiver((message, { eventId }) => {
  console.log(eventId, JSON.stringify(message, null, 2))
})

${readSettings}

${writePage(provider)}
${readModule}
const answers = {
  '/': async () => ['text/html', page],
  '/platform.js': async () => ['text/javascript', await readModule('@platform/react/element')],
  '/platform.css': async () => ['text/css', await readModule('@platform/react/styles')],
  '/api/platform-token': async (request) => ['text/plain', platformToken(await findUser(request))],
}

const maxBodyBytes = 5_000_000

async function receiveMessage(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return 413
    chunks.push(chunk)
  }
  return receiver.answer({ body: Buffer.concat(chunks), headers: request.headers })
}

const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (request.method === 'POST' && pathname === '/api/platform-webhook')
      return response.writeHead(await receiveMessage(request)).end()
    const answer = answers[pathname]
    if (!answer) return response.writeHead(404).end()
    const [type, body] = await answer(request)
    response.writeHead(200, { 'content-type': type }).end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(port, host, () => {
  console.log(\`Connect an account at http://localhost:\${server.address().port}\`)
})
await receiver.run()
`

/** Returns the files of a product that has none but those of `templates`. */
export const writeStarter = (
  framework: Exclude<Framework, 'node'>,
  provider: string,
): Record<string, string> =>
  ({
    express: { 'server.mjs': writeExpressServer(provider) },
    fastify: { 'server.mjs': writeFastifyServer(provider) },
    next: writeNextApp(provider),
  })[framework]

const writeExpressServer = (provider: string) => `import { fileURLToPath } from 'node:url'
import express from 'express'
import { parseReceiveToken } from '@platform/client/receive'
import { platformRoutes } from './platform-routes.mjs'

${findUser}
const getUser = async (_request) => ({ userId: 'user-1', companyId: 'company-1' })

${readSettings}

${writePage(provider)}
const findModule = (name) => fileURLToPath(import.meta.resolve(name))

const app = express()
app.use(platformRoutes({ getUser }))
app.use(express.json())
app.get('/', (_request, response) => response.send(page))
app.get('/platform.js', (_request, response) =>
  response.sendFile(findModule('@platform/react/element'), { dotfiles: 'allow' }),
)
app.get('/platform.css', (_request, response) =>
  response.sendFile(findModule('@platform/react/styles'), { dotfiles: 'allow' }),
)
app.listen(port, host, () => console.log(\`Connect an account at http://localhost:\${port}\`))
`

const writeFastifyServer = (provider: string) => `import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { parseReceiveToken } from '@platform/client/receive'
import { platformRoutes } from './platform-routes.mjs'

${findUser}
const getUser = async (_request) => ({ userId: 'user-1', companyId: 'company-1' })

${readSettings}

${writePage(provider)}
${readModule}

const app = Fastify()
app.register(platformRoutes, { getUser })
app.get('/', (_request, reply) => reply.type('text/html').send(page))
app.get('/platform.js', async (_request, reply) =>
  reply.type('text/javascript').send(await readModule('@platform/react/element')),
)
app.get('/platform.css', async (_request, reply) =>
  reply.type('text/css').send(await readModule('@platform/react/styles')),
)
await app.listen({ port, host })
console.log(\`Connect an account at http://localhost:\${port}\`)
`

const writeNextApp = (provider: string) => ({
  'app/layout.js': `import '@platform/react/styles'

export default function Layout({ children }) {
  return (
    <html lang="en">
      <title>Integrations</title>
      <body style={{ margin: '2rem auto', maxWidth: '48rem', fontFamily: 'system-ui, sans-serif' }}>
        {children}
      </body>
    </html>
  )
}
`,
  'app/page.js': `import { parseReceiveToken } from '@platform/client/receive'
import { connection } from 'next/server'
import { InstallPage } from './install-page'

export default async function Page() {
  await connection()
  const { baseUrl, project } = parseReceiveToken(process.env.PLATFORM_RECEIVE ?? '')
  return <InstallPage baseUrl={baseUrl} project={project} />
}
`,
  'app/install-page.js': `'use client'

import { InstallIntegration, PlatformProvider } from '@platform/react'

const getToken = async () => (await fetch('/api/platform-token')).text()

export const InstallPage = ({ baseUrl, project }) => (
  <PlatformProvider options={{ baseUrl, project, getToken }}>
    <InstallIntegration integration="${provider}-sync" consumerRef="user-1" groupRef="company-1" />
  </PlatformProvider>
)
`,
})
