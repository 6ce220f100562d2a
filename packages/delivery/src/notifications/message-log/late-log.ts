import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { repeatUntil, untilWokenMs } from '@platform/kernel/values/repeat-until'
import { MessageLogError, type MessageLog } from './message-log.ts'
import { countLogFailures } from './metrics.ts'

const openAgainMs = 5_000

/**
 * Opens a log. If it does not answer, the server starts without it: calls throw until it does.
 * @throws MessageLogError if the settings are wrong
 */
export async function openLateLog(
  open: () => Promise<MessageLog>,
  { registry, logger }: { registry: Registry; logger: Logger },
): Promise<MessageLog> {
  let opened: MessageLog | undefined
  let problem: MessageLogError | undefined
  let isReachable = true
  const stopping = new AbortController()
  const failures = countLogFailures(registry, () => isReachable)

  const tryToOpen = async () => {
    try {
      opened = await open()
      isReachable = true
    } catch (error) {
      if (!(error instanceof MessageLogError)) throw error
      isReachable = false
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
      if (!opened)
        await tryToOpen().catch((error: unknown) =>
          logger.error({ err: error }, 'cannot open the message log; retrying'),
        )
      return opened ? untilWokenMs : openAgainMs
    },
    { firstInMs: opened ? untilWokenMs : openAgainMs, ref: false },
  )

  const call = async <T>(use: (log: MessageLog) => Promise<T>): Promise<T> => {
    try {
      if (!opened) {
        throw problem ?? new MessageLogError('unreachable', 'The message log is not open yet.')
      }
      const result = await use(opened)
      isReachable = true
      return result
    } catch (error) {
      if (error instanceof MessageLogError) {
        failures.inc({ reason: error.reason })
        if (error.reason === 'unreachable' || error.reason === 'settings') isReachable = false
      }
      throw error
    }
  }

  return {
    append: (page) => call((log) => log.append(page)),
    read: (projectId, place) => call((log) => log.read(projectId, place)),
    find: (projectId, place, id) => call((log) => log.find(projectId, place, id)),
    copyWithout: (projectId, place, ids) => call((log) => log.copyWithout(projectId, place, ids)),
    remove: (projectId, place) => call((log) => log.remove(projectId, place)),
    list: (stream, span) => call((log) => log.list(stream, span)),
    usage: () => call((log) => log.usage()),
    async close() {
      stopping.abort()
      await opening.ended
      await opened?.close()
    },
  }
}
