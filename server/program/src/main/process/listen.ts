import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { getPort } from '@platform/kernel/values'
import { SettingsError, type Settings } from '../settings/settings.ts'

/** Listens on the configured port, or throws an error that names the setting. */
export async function listenOnPort(
  http: FastifyInstance,
  settings: Settings,
  setting: 'PLATFORM_PORT' | 'PLATFORM_HEALTH_PORT',
): Promise<void> {
  const { [setting]: port = 0, PLATFORM_HOST: host } = settings
  await http.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { host, port, setting })
  })
}

/**
 * Replaces `PLATFORM_PORT=0` by a free port, because URLs and sign-in need the port before the
 * server listens. The port is held until `release`.
 */
export async function choosePort(
  settings: Settings,
): Promise<{ settings: Settings; release: () => Promise<void> }> {
  const { PLATFORM_PORT: port, PLATFORM_HOST: host, PLATFORM_ROLE: role } = settings
  if (port !== 0 || role === 'engine') return { settings, release: async () => {} }
  const holder = createServer((socket) => socket.destroy()).listen({ port, host, exclusive: true })
  await once(holder, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, { host, port, setting: 'PLATFORM_PORT' })
  })
  return {
    settings: { ...settings, PLATFORM_PORT: getPort(holder) },
    async release() {
      if (holder.listening) await once(holder.close(), 'close')
    },
  }
}

/** Returns an error that names the setting if the address cannot be used; otherwise the error. */
function listenError(
  error: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: string },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new SettingsError(
      `Port ${port} is in use: stop the program that listens on it, or choose another with ${setting}.`,
    )
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
    return new SettingsError(
      `Cannot listen on ${host}:${port} (${error.code}): change PLATFORM_HOST or ${setting}.`,
    )
  }
  return error
}
