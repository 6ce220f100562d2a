import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { fromDocs } from './from-docs.ts'
import { freePorts, startProgram, stopProgram, whenItAnswers } from './program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Replaces placeholders in a text; each must occur. */
const fillPlaceholders = (text: string, values: Record<string, string>): string =>
  Object.entries(values).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`There is no “${from}” to be replaced.`)
    return filled.replaceAll(from, to)
  }, text)

/**
 * Creates a product from the code in the docs only: a backend with the token and the receiver, and a page with
 * the component. A user is always signed in.
 */
export async function productOfDocs({ platformUrl }: { platformUrl: string }) {
  const [port = 0] = await freePorts(1)
  // On the same site as the platform, like the products in the docs.
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'product-of-docs-'))
  const write = (path: string, text: string) => writeFile(join(folder, path), text)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await write('package.json', '{ "type": "module" }')
  await write('platform-routes.mjs', await fromDocs('start/fastify.md', 'platformRoutes(app'))
  const server = fillPlaceholders(await fromDocs('start/fastify.md', "'./platform-routes.mjs'"), {
    'port: 3000': `port: ${port}`,
  })
  const page = `import fastifyStatic from '@fastify/static'
app.register(fastifyStatic, { root: '${folder}/dist' })`
  await write('server.mjs', server.replace('await app.listen', `${page}\nawait app.listen`))
  await mkdir(join(folder, 'page'))
  const component = await fromDocs('start/first-integration.md', 'PlatformProvider')
  await write(
    'page/integrations.tsx',
    fillPlaceholders(component, { 'https://integrations.acme.example': platformUrl }),
  )
  await write(
    'page/main.tsx',
    `import { createRoot } from 'react-dom/client'
import { Integrations } from './integrations.tsx'
createRoot(document.getElementById('root')!).render(<Integrations />)`,
  )
  await write(
    'page/index.html',
    '<div id="root"></div><script type="module" src="main.tsx"></script>',
  )
  await write('page/tsconfig.json', '{ "compilerOptions": { "jsx": "react-jsx" } }')
  const built = build({
    root: join(folder, 'page'),
    logLevel: 'error',
    build: { outDir: join(folder, 'dist'), minify: false },
  })
  return {
    folder,
    url,
    /** Starts its backend with the variables of the docs; returns a function that stops it. */
    async start(env: Record<string, string>) {
      await built
      const program = startProgram(join(folder, 'server.mjs'), { env })
      await whenItAnswers(`${url}/`, program)
      return { output: program.output, stop: () => stopProgram(program) }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
