import { relative } from 'node:path'
import { readSettings, runServer } from '@platform/program'
import { startQuickstart, type RunningQuickstart } from './start.ts'

/** The sandbox, the server and the demo, in this process. */
await runServer(async () => {
  const beganAt = performance.now()
  const settings = readSettings({
    PLATFORM_LOG_LEVEL: 'warn',
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_SIGN_UP: 'open',
    PLATFORM_DRAIN_SECONDS: '1',
    ...process.env,
  })
  // The sandbox is on this machine.
  const NO_PROXY = [settings.NO_PROXY ?? '', 'localhost', '127.0.0.0/8', '::1'].join(',')
  const running = await startQuickstart({ ...settings, NO_PROXY })
  process.stdout.write(welcome(running, performance.now() - beganAt))
  return running
})

function welcome({ quickstart, file, isFirstStart }: RunningQuickstart, ms: number): string {
  return `
Ready in ${(ms / 1000).toFixed(1)} s.${isFirstStart ? ' A demo project has been set up.' : ''}

  Demo product   ${quickstart.demoUrl}
                 Open it, choose Integrations and connect Salesforce or HubSpot
                 (a local sandbox; nothing leaves this machine). Then see Live webhooks.

  Dashboard      ${quickstart.dashboardUrl}
                 Sign in as ${quickstart.ownerEmail} with ${quickstart.ownerPassword}

  Mails          ${quickstart.demoUrl}/outbox
                 Mails are not sent. They are shown there and in this terminal.

  API            ${quickstart.baseUrl}/docs
                 Keys and URLs are in ${shortPath(file)}

For evaluation only: webhooks may use plain http and reach this machine (127.0.0.0/8, ::1), and
anyone who can open the dashboard can sign up (PLATFORM_SIGN_UP=open).
Stop with Ctrl-C.
`
}

/** Returns the path relative to the current folder, or the absolute one if it is elsewhere. */
function shortPath(file: string): string {
  const path = relative(process.cwd(), file)
  return path.startsWith('..') ? file : path
}
