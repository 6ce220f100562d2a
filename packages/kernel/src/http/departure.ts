import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts for this reason when the caller closes the connection before the reply is complete. */
export function watchDeparture({ raw }: FastifyReply, reason?: Error): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort(reason)
  }
  if (raw.closed) look()
  else raw.once('close', look)
  return gone.signal
}
