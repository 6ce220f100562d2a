import type { QueryStore } from '@platform/client'
import type { Locale } from '../words/languages.ts'
import type { ProblemDetails } from './wire.ts'
import type { GetToken } from '../tokens.ts'
import type { Words } from '../words/words.ts'

interface CommonOptions {
  /** The project's name or ID. */
  project: string
  /** Base URL of the platform; by default the origin of the page. */
  baseUrl?: string
  /** Language of the end user, `en` by default. The closest supported language is loaded. */
  locale?: Locale | (string & {})
  /** Overrides single texts or a whole language. */
  localization?: Partial<Words>
  /** Follows the page's `color-scheme` by default. */
  colorScheme?: 'auto' | 'light' | 'dark'
  appearance?: Appearance
  /** Shows API and manifest names next to the labels, for builders. */
  builderMode?: boolean
  /** Caches fetched data. Pass the same client to several providers on a page to share it. */
  queryClient?: QueryClient
  /** Called for every problem that is shown and for every success. */
  onEvent?: (event: PlatformEvent) => void
  /** Sends the requests. `@platform/react/testing` has one for tests. */
  fetch?: typeof globalThis.fetch
}

/** Cache of fetched data by key. Created by `createQueryClient()`. */
export type QueryClient = QueryStore

export interface Appearance {
  /** `plain` leaves out the card around each component, `compact` saves space. */
  theme?: 'default' | 'plain' | 'compact'
  /** Values of `--plat-…` variables, without the prefix: `{'colors-primary': '#0a7'}`. */
  variables?: Record<string, string>
  /** Your images of providers, by provider name: `{salesforce: '/logos/salesforce.svg'}`. */
  logos?: Record<string, string>
  /** Additional class names by part: `{button: 'my-button'}`. */
  elements?: Partial<Record<Part, string>>
}

/** Names of elements in `data-plat-part`. */
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
  | { type: 'problem'; problem: ProblemDetails }

/** Exactly one of `apiKey` and `getToken`. */
export type PlatformOptions = CommonOptions &
  (
    | { apiKey: string; getToken?: undefined }
    | {
        /** Fetches a token that your backend signed for this end user. */
        getToken: GetToken
        apiKey?: undefined
      }
  )

/** Every option of `PlatformProvider`. */
export const optionNames = [
  ...['project', 'baseUrl', 'apiKey', 'getToken', 'locale', 'localization', 'colorScheme'],
  ...['appearance', 'builderMode', 'queryClient', 'onEvent', 'fetch'],
]

/** Throws an error that names the fix if the options are invalid. */
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
