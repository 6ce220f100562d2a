import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { repeatUntil, untilWokenMs } from '@platform/kernel/values'
import { MessageLogError, type MessageLog, type MessageLogReason } from './message-log.ts'
import { countLogFailures, watchLogNodes } from './metrics.ts'

/** A log that reports whether it answers. */
export interface LateLog extends MessageLog {
  /** Reports whether the last call succeeded. Without an answer, calls are repeated every few seconds. */
  isReachable(): boolean
  /** Whether messages and passwords are encrypted on their way, or do not leave the machine. */
  isEncrypted: boolean
  /** Reports whether its streams belong to another database, so that nothing is stored there. */
  isForeign(): Promise<boolean>
}

/**
 * Opens a log. If it does not answer, the server starts without it: calls throw until it does.
 * @throws MessageLogError if the settings are wrong
 */
export async function openLateLog(
  open: () => Promise<MessageLog>,
  {
    registry,
    logger,
    isEncrypted = true,
    isForeign = async () => false,
    againMs = 5_000,
  }: {
    registry: Registry
    logger: Logger
    isEncrypted?: boolean
    isForeign?: () => Promise<boolean>
    againMs?: number
  },
): Promise<LateLog> {
  let opened: MessageLog | undefined
  let problem: MessageLogError | undefined
  /** Why the last call failed, if it did. */
  let failure: MessageLogReason | undefined
  const stopping = new AbortController()
  const failures = countLogFailures(registry, () => failure === undefined)
  watchLogNodes(registry, () => opened?.getNodes())

  const tryToOpen = async () => {
    try {
      opened = await open()
      failure = undefined
    } catch (error) {
      if (!(error instanceof MessageLogError)) throw error
      failure = error.reason
      problem = error
      failures.inc({ reason: error.reason })
      if (error.reason === 'settings') throw error
      logger.error({ err: error }, 'the message log does not answer; retrying')
    }
  }
  await tryToOpen()
  const opening = repeatUntil(
    stopping.signal,
    async () => {
      if (!opened) {
        await tryToOpen().catch((error: unknown) =>
          logger.error({ err: error }, 'cannot open the message log; retrying'),
        )
      } else if (failure === 'unreachable' || failure === 'settings') {
        await opened.usage().then(
          () => (failure = undefined),
          // The next round asks again.
          () => {},
        )
      }
      return opened && failure !== 'unreachable' && failure !== 'settings' ? untilWokenMs : againMs
    },
    { firstInMs: opened ? untilWokenMs : againMs, ref: false },
  )

  const call = async <T>(use: (log: MessageLog) => Promise<T>): Promise<T> => {
    try {
      if (!opened) {
        throw problem ?? new MessageLogError('unreachable', 'The message log is not open yet.')
      }
      const result = await use(opened)
      failure = undefined
      return result
    } catch (error) {
      if (error instanceof MessageLogError) {
        failures.inc({ reason: error.reason })
        if (error.reason === 'unreachable' || error.reason === 'settings') {
          if (failure === undefined) opening.wake()
          failure = error.reason
        }
      }
      throw error
    }
  }

  return {
    isReachable: () => failure === undefined,
    isEncrypted,
    isForeign,
    append: (page) => call((log) => log.append(page)),
    read: (projectId, place) => call((log) => log.read(projectId, place)),
    find: (projectId, place, id) => call((log) => log.find(projectId, place, id)),
    copyWithout: (projectId, place, ids) => call((log) => log.copyWithout(projectId, place, ids)),
    remove: (projectId, place) => call((log) => log.remove(projectId, place)),
    list: (stream, span) => call((log) => log.list(stream, span)),
    findClaim: (stream) => call((log) => log.findClaim(stream)),
    storeClaim: (stream, claim, after) => call((log) => log.storeClaim(stream, claim, after)),
    usage: () => call((log) => log.usage()),
    getNodes: () => opened?.getNodes(),
    async close() {
      stopping.abort()
      await opening.ended
      await opened?.close()
    },
  }
}
