import { chromium, type Browser } from 'playwright-core'

/** Launches the machine's Chromium for a test, without background network requests. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Pages of one site share a process, which compiles their scripts once.
      '--renderer-process-limit=1',
      '--in-process-gpu',
    ],
  })
