import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { getPort } from '../../../server/kernel/src/values/net.ts'

/** A third-party UI library for the same API. It bundles everything except React. */
const client = {
  name: '@amp-labs/react',
  version: '2.16.1',
  sha512:
    'xXxJmGMRROTbHCUoeFetBW4oCxGBkV7X7EirP/b3YCrIK2ocJNZVZRR2R1SK5NXHXZGFLOSd59mlaDYtM8gBpA==',
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/third-party-client')

/**
 * Downloads the library unless it exists; rejects if that is not possible. Its install scripts
 * never run.
 */
export async function fetchThirdPartyClient(): Promise<string> {
  const folder = join(cache, client.version)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    const pack = ['pack', `${client.name}@${client.version}`, '--pack-destination', unfinished]
    const { stdout } = await run('npm', [...pack, '--json', '--prefer-offline'], { cwd: root })
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
    const tarball = join(unfinished, filename)
    const found = hash('sha512', await readFile(tarball), 'base64')
    if (found !== client.sha512) throw new Error(`${filename} is not what it was: ${found}.`)
    await run('tar', ['-xzf', tarball, '-C', unfinished])
    await rename(join(unfinished, 'package'), folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return folder
}

const run = promisify(execFile)

export interface ProductPage {
  url: string
  close(): void
}

/** Serves a product's page with the published library, configured with the URL of the API. */
export async function serveThirdPartyPage({
  library,
  apiUrl,
  project,
  apiKey,
  integration,
  groupRef,
}: {
  library: string
  apiUrl: string
  project: string
  apiKey: string
  integration: string
  groupRef: string
}): Promise<ProductPage> {
  const folder = await mkdtemp(join(cache, 'page-'))
  const props = {
    integration,
    groupRef,
    groupName: groupRef,
    consumerRef: 'ana',
    consumerName: 'Ana',
  }
  await writeFile(
    join(folder, 'page.js'),
    `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { AmpersandProvider, InstallIntegration } from '${client.name}'
    const options = ${JSON.stringify({ project, apiKey })}
    createRoot(document.getElementById('root')).render(
      createElement(AmpersandProvider, { options },
        createElement(InstallIntegration, ${JSON.stringify(props)})))`,
  )
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: {
      'process.env.REACT_APP_AMP_SERVER': JSON.stringify(apiUrl),
      'process.env.NODE_ENV': '"production"',
    },
    resolve: {
      alias: { [client.name]: join(library, 'build/amp-react.es.js') },
      dedupe: ['react', 'react-dom'],
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(folder, 'page.js'), formats: ['es'], fileName: 'page' },
    },
  })
  await rm(folder, { recursive: true, force: true })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new TypeError('Vite built nothing.')
  const script = output.output[0].code
  const styles = await readFile(join(library, 'build/style.css'), 'utf8')
  const html = `<!doctype html><html lang="en"><title>Product</title><style>${styles}</style>
    <div id="root"></div><script type="module" src="/page.js"></script></html>`
  const server = createServer((request, reply) => {
    const isScript = request.url === '/page.js'
    reply
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
      .end(isScript ? script : html)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
