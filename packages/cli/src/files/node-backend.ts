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
import { parseReceiveToken, receive } from '@platform/client/receive'
${functions}
/** Return the current user of your session here, and the customer of yours whom they belong to. */
const findUser = async (_request) => ({ userId: 'user-1', companyId: 'company-1' })

const { baseUrl, project } = parseReceiveToken(setting('PLATFORM_RECEIVE'))
const port = Number(process.env.PORT ?? 3000)

const page = \`<!doctype html>
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

const readModule = (name) => readFile(fileURLToPath(import.meta.resolve(name)))
const answers = {
  '/': async () => ['text/html', page],
  '/platform.js': async () => ['text/javascript', await readModule('@platform/react/element')],
  '/platform.css': async () => ['text/css', await readModule('@platform/react/styles')],
  '/api/platform-token': async (request) => ['text/plain', platformToken(await findUser(request))],
}

const server = createServer(async (request, response) => {
  const answer = answers[new URL(request.url, 'http://localhost').pathname]
  if (!answer) return response.writeHead(404).end()
  try {
    const [type, body] = await answer(request)
    response.writeHead(200, { 'content-type': type }).end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(port, 'localhost', () => {
  console.log(\`Connect an account at http://localhost:\${server.address().port}\`)
})

// A message can arrive twice, with the same eventId.
await receive((message, { eventId }) => console.log(eventId, JSON.stringify(message, null, 2)))
`
