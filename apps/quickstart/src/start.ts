import { join, resolve } from 'node:path'
import { formatReceiveToken, parseReceiveToken } from '@platform/client/receive'
import { startDemo } from '@platform/demo'
import { sandboxPackagePath, sandboxProviders, startSandbox } from '@platform/sandbox'
import {
  createLog,
  ensureDataFolder,
  SettingsError,
  startPlatform,
  type ServerOptions,
  type Settings,
} from '@platform/program'
import { readSeed, writeQuickstart, writeSeed, type Quickstart } from './quickstart-file.ts'
import { createReceiveToken, seed, waitForReceiver } from './seed.ts'

/** Maximum number of mails in the outbox. */
const keptMails = 50

export interface RunningQuickstart {
  quickstart: Quickstart
  /** Path of the file. */
  file: string
  isFirstStart: boolean
  /** Keeps answering for a while after SIGTERM, so that no request is lost. */
  drain(): Promise<void>
  stop(): Promise<void>
  lost: Promise<string>
}

/**
 * Starts everything that the tour needs: sandbox, platform, demo product. The first start seeds the
 * project `demo`; later ones find it.
 */
export async function startQuickstart(settings: Settings): Promise<RunningQuickstart> {
  const data = resolve(settings.PLATFORM_DATA)
  // The sandbox stores its state there before the server starts.
  await ensureDataFolder(data)
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    salesforcePort: settings.PLATFORM_SANDBOX_SALESFORCE_PORT,
    hubspotPort: settings.PLATFORM_SANDBOX_HUBSPOT_PORT,
    statePath: join(data, 'sandbox.json'),
    asOf: settings.PLATFORM_SANDBOX_AS_OF,
  }).catch((error: unknown) => {
    throw explainUsedPort(error, settings)
  })
  const closers = [() => sandbox.close()]
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
  }

  try {
    let isSetUp = false
    const mails: Parameters<NonNullable<ServerOptions['showMail']>>[0][] = []
    const platform = await startPlatform(settings, {
      isReady: () => isSetUp,
      showMail(mail) {
        mails.push(mail)
        if (mails.length > keptMails) mails.shift()
        process.stdout.write(`\nMail to ${mail.to}: ${mail.subject}\n\n${mail.text}\n`)
      },
      providerOverrides: sandboxProviders(sandbox),
      log: createLog(settings),
    })
    closers.push(() => platform.stop())
    const { database, url } = platform
    if (url === undefined) throw new Error('The tour needs the API, but PLATFORM_ROLE excludes it.')

    const known = await readSeed(data)
    const seeded =
      known ??
      // The demo's port is known once it listens (port 0 uses any): it registers its URL then.
      (await seed(
        { database, url },
        {
          webhookUrl: 'http://127.0.0.1/webhooks',
          ...(settings.PLATFORM_SANDBOX_AS_OF && {
            packageInstallURL: sandbox.salesforceUrl + sandboxPackagePath,
          }),
        },
      ))
    // An earlier version stored none.
    seeded.receiveToken ??= await createReceiveToken({ url }, seeded)
    await writeSeed(data, seeded)

    const demo = await startDemo({
      port: settings.PLATFORM_DEMO_PORT,
      baseUrl: url,
      projectName: seeded.projectName,
      jwtPrivateKeyPem: seeded.jwtPrivateKeyPem,
      jwtKeyId: seeded.jwtKeyId,
      receiveToken: atAddress(seeded.receiveToken, url),
      mails: () => mails,
    })
    closers.push(() => demo.close())
    await waitForReceiver({ url }, seeded, demo.webhookInboxUrl)

    const {
      jwtPrivateKeyPem: _key,
      jwtKeyId: _kid,
      ownerId: _owner,
      receiveToken: _token,
      ...tenant
    } = seeded
    const quickstart: Quickstart = {
      baseUrl: url,
      dashboardUrl: url,
      demoUrl: demo.demoUrl,
      ...tenant,
      sandbox: { salesforceUrl: sandbox.salesforceUrl, hubspotUrl: sandbox.hubspotUrl },
      webhookInboxUrl: demo.webhookInboxUrl,
    }
    const file = await writeQuickstart(data, quickstart)
    isSetUp = true
    const { drain, lost } = platform
    return { quickstart, file, isFirstStart: !known, drain, stop, lost }
  } catch (error) {
    await stop()
    throw explainUsedPort(error, settings)
  }
}

/** Returns the token with the address of this start: the port may be another one. */
const atAddress = (token: string, baseUrl: string): string =>
  formatReceiveToken({ ...parseReceiveToken(token), baseUrl })

/** Reports a used port by the name of its setting. */
function explainUsedPort(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Error && 'code' in error && 'port' in error)) return error
  const { code, port } = error
  if (code !== 'EADDRINUSE') return error
  const setting = Object.entries(settings).find(
    ([name, value]) => name.endsWith('_PORT') && value === port,
  )
  return new SettingsError(
    `Port ${String(port)} is in use: stop the program that listens on it, or choose another with ${setting?.[0]}.`,
    { cause: error },
  )
}
