import type { FastifyInstance } from 'fastify'
import { SettingsError, type Settings } from './settings.ts'

/** Lets requests in at the port that this setting names, or says what is wrong with it. */
export async function listen(
  http: FastifyInstance,
  settings: Settings,
  setting: 'PLATFORM_PORT' | 'PLATFORM_HEALTH_PORT',
): Promise<void> {
  const { [setting]: port = 0, PLATFORM_HOST: host } = settings
  await http.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new SettingsError(
        `Port ${port} is in use: end the program that listens there or choose another with ${setting}.`,
      )
    }
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
      throw new SettingsError(
        `${host}:${port} cannot be listened on (${error.code}): choose others with PLATFORM_HOST and ${setting}.`,
      )
    }
    throw error
  })
}
