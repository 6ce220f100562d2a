import type { QueryStore } from '@platform/client'
import type { Locale } from './languages.ts'
import type { Problem } from './wire.ts'
import type { GetToken } from './tokens.ts'
import type { Words } from './words.ts'

interface CommonOptions {
  /** The project's name or ID. */
  project: string
  /** Where the platform is; by default the origin of the page. */
  baseUrl?: string
  /** The end user's language, `en` by default; the nearest that the library speaks is loaded. */
  locale?: Locale | (string & {})
  /** Texts of your own in place of the library's, one by one or as a whole language. */
  localization?: Partial<Words>
  /** Follows the page's `color-scheme` by default. */
  colorScheme?: 'auto' | 'light' | 'dark'
  appearance?: Appearance
  /** Shows the names that the API and your manifest use beside the labels, for builders who look on. */
  builderMode?: boolean
  /** Holds what was fetched; give several providers of one page the same to share it. */
  queryClient?: QueryClient
  /** Told of every problem that is shown, and of every success. */
  onEvent?: (event: PlatformEvent) => void
  /** Sends the requests; for tests, `@platform/react/testing` has one. */
  fetch?: typeof globalThis.fetch
}

/** What was fetched, by key. Made by `createQueryClient()`. */
export type QueryClient = QueryStore

export interface Appearance {
  /** `plain` leaves out the card around each component, `compact` saves space. */
  theme?: 'default' | 'plain' | 'compact'
  /** Values for `--plat-…` variables, without the prefix: `{'colors-primary': '#0a7'}`. */
  variables?: Record<string, string>
  /** Class names of your own, by part: `{button: 'my-button'}`. */
  elements?: Partial<Record<Part, string>>
}

/** What elements are called in `data-plat-part`. */
export type Part =
  | 'root'
  | 'header'
  | 'heading'
  | 'button'
  | 'input'
  | 'field'
  | 'mapping'
  | 'suggestion'
  | 'badge'
  | 'notice'
  | 'problem'
  | 'tabs'
  | 'tab'
  | 'panel'
  | 'dialog'

export type PlatformEvent =
  | { type: 'connected' | 'disconnected'; connectionId: string }
  | { type: 'installed' | 'updated' | 'uninstalled'; installationId: string }
  | { type: 'problem'; problem: Problem }

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
