import type { ObjectDescription, ProviderError } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import type { OpenProvider } from './open-provider.ts'

/** Current descriptions of objects of the connected account, or the provider's rejections. */
export type Descriptions = ReadonlyMap<string, ObjectDescription | ProviderError>

declare module '@platform/kernel/services' {
  interface Services {
    /**
     * Checks whether installations lost or regained access to what they read; provided by a higher
     * domain.
     */
    noteDescriptions(
      services: Services,
      db: Db,
      provider: OpenProvider,
      described: Descriptions,
    ): Promise<void>
  }
}
