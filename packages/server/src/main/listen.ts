import type { FastifyInstance } from 'fastify'
import { SettingsError, type Settings } from './settings.ts'

/** Listens on the configured port, or throws an error that names the setting. */
export async function listenOnPort(
  http: FastifyInstance,
  settings: Settings,
  setting: 'PLATFORM_PORT' | 'PLATFORM_HEALTH_PORT',
): Promise<void> {
  const { [setting]: port = 0, PLATFORM_HOST: host } = settings
  await http.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new SettingsError(
        `Port ${port} is in use: stop the program that listens on it, or choose another with ${setting}.`,
      )
    }
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
      throw new SettingsError(
        `Cannot listen on ${host}:${port} (${error.code}): change PLATFORM_HOST or ${setting}.`,
      )
    }
    throw error
  })
}
