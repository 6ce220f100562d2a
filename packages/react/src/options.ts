import type { GetToken } from './tokens.ts'

interface CommonOptions {
  /** The project's name or ID. */
  project: string
  /** Where the platform is; by default the origin of the page. */
  baseUrl?: string
  /** Follows the page's `color-scheme` by default. */
  colorScheme?: 'auto' | 'light' | 'dark'
  appearance?: Appearance
  /** Told of every problem that is shown, and of every success. */
  onEvent?: (event: PlatformEvent) => void
  /** Sends the requests; for tests, `@platform/react/testing` has one. */
  fetch?: typeof globalThis.fetch
}

export interface Appearance {
  /** Values for `--plat-…` variables, without the prefix: `{'colors-primary': '#0a7'}`. */
  variables?: Record<string, string>
}

export type PlatformEvent =
  | { type: 'connected' | 'disconnected'; connectionId: string }
  | { type: 'installed' | 'updated' | 'uninstalled'; installationId: string }
  | { type: 'problem'; error: Error }

/** Exactly one of `apiKey` and `getToken`. */
export type PlatformOptions = CommonOptions &
  (
    | { apiKey: string; getToken?: undefined }
    | {
        /** Asks your own backend for a token that it signed for this end user. */
        getToken: GetToken
        apiKey?: undefined
      }
  )

/** Throws a sentence that says what to do when the options cannot work. */
export function checkOptions({ project, apiKey, getToken }: PlatformOptions): void {
  if (!project) {
    throw new Error(
      'PlatformProvider needs the project: pass options={{ project: "my-project", … }}.',
    )
  }
  if (apiKey && getToken) {
    throw new Error(
      'PlatformProvider takes either apiKey or getToken, not both. Remove apiKey from the options in production: getToken lets each end user see only their own data.',
    )
  }
  if (!apiKey && !getToken) {
    throw new Error(
      'PlatformProvider needs a credential: pass getToken, a function that fetches a JWT from your backend, or apiKey, a key made for the UI library.',
    )
  }
}
