import { chromium, type Browser } from 'playwright-core'

let ofProcess: Promise<Browser> | undefined

/**
 * Launches the machine's Chromium, without background network requests and animations. Test files
 * that run in one process share one; for them, closing it closes only its contexts.
 */
export async function launchChromium(): Promise<Browser> {
  if (process.env['VITEST_POOL_ID'] === undefined) return launch()
  if (!(await ofProcess)?.isConnected()) ofProcess = launch()
  const browser = await ofProcess!
  const close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return Object.create(browser, { close: { value: close } }) as Browser
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
