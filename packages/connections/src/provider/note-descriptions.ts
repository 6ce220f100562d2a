import type { ObjectDescription, ProviderError } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import type { OpenProvider } from './open-provider.ts'

/** Objects as the connected account described them just now, or how it refused to. */
export type Descriptions = ReadonlyMap<string, ObjectDescription | ProviderError>

declare module '@platform/kernel/services' {
  interface Services {
    /**
     * Finds out whether installations lost access to what they read, or got it back. Connections do not
     * know who reads through them.
     */
    noteDescriptions(
      services: Services,
      db: Db,
      provider: OpenProvider,
      described: Descriptions,
    ): Promise<void>
  }
}
