import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'

/** How long a page may take on however busy a machine. */
const maxWaitMs = 300_000

let ofProcess: Promise<Browser> | undefined

/**
 * Launches the machine's Chromium, without background network requests and animations. Test files
 * that run in one process share one; for them, closing it closes only its contexts.
 */
export async function launchChromium(): Promise<Browser> {
  if (process.env['VITEST_POOL_ID'] === undefined) return toPatient(await launch())
  if (!(await ofProcess)?.isConnected()) ofProcess = launch()
  const browser = await ofProcess!
  const close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return Object.create(toPatient(browser), { close: { value: close } }) as Browser
}

/** Returns the browser with the time limit in all its contexts, and so in pages that pages open. */
function toPatient(browser: Browser): Browser {
  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(maxWaitMs)
    return context
  }
  return Object.create(browser, { newContext: { value: newContext } }) as Browser
}

const launch = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Each frame of an animation takes processor time.
      '--force-prefers-reduced-motion',
      // Pages of one site share a process, which compiles their scripts once.
      '--renderer-process-limit=1',
      '--in-process-gpu',
    ],
  })
