import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { launchChromium } from '../../../../scripts/launch-chromium.ts'

/** Simulates the platform's page that the provider redirects to. */
const callbackPage = `<!doctype html><title>Connected</title><script>
  const refused = location.hash === '#refused'
  setTimeout(() => opener.postMessage(refused
    ? { eventType: 'AUTHORIZATION_FAILED', data: { error: 'access_denied' }, message: 'Salesforce answered: access denied.' }
    : { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: 'conn_1' } }, location.origin), 150)
</script>`

export interface Gallery {
  /** Opens a screen in a new page. */
  open: (screen: string, options?: OpenOptions) => Promise<Page>
  /** Closes every open page, because each has running timers. */
  closePages: () => Promise<void>
  close: () => Promise<void>
}

export interface OpenOptions {
  scheme?: 'light' | 'dark'
  width?: number
  /** Collects console messages. */
  complaints?: string[]
  forcedColors?: boolean
}

/**
 * Builds the gallery with Vite, serves it and opens it in Chromium. Uses the development build,
 * because only that has React's warnings.
 */
export async function startGallery(
  mode: 'development' | 'production' = 'development',
): Promise<Gallery> {
  const { url, close } = await serveGallery(mode)
  const browser = await launchChromium()

  return {
    open: async (screen, options = {}) => {
      const { scheme = 'light', width = 720, complaints = [], forcedColors = false } = options
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        forcedColors: forcedColors ? 'active' : 'none',
        locale: 'en-GB',
        timezoneId: 'UTC',
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      await page.goto(`${url}/screen.html?screen=${screen}`)
      return page
    },
    closePages: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    close: async () => {
      await browser.close()
      await close()
    },
  }
}

/** Builds and serves the gallery for any browser. */
export async function serveGallery(
  mode: 'development' | 'production' = 'development',
): Promise<{ url: string; close: () => Promise<void> }> {
  const files = await buildFiles(mode)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname
    if (path === '/callback.html')
      return response.setHeader('content-type', 'text/html').end(callbackPage)
    const file = files.get(path)
    if (!file) return response.writeHead(404).end()
    return response.setHeader('content-type', getContentType(path)).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address)
    throw new Error('The server is not listening on a port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function buildFiles(mode: string): Promise<Map<string, string | Uint8Array>> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    oxc: { jsx: { development: mode === 'development' } },
    build: {
      write: false,
      minify: mode === 'production',
      modulePreload: false,
      rolldownOptions: { input: `${root}screen.html` },
    },
  })
  if (!('output' in built)) throw new Error('It was built more than once, or is watched.')

  return new Map(
    built.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : file.source,
    ]),
  )
}

function getContentType(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript'
  return path.endsWith('.css') ? 'text/css' : 'text/html'
}
