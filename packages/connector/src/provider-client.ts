/**
 * Reports whether a status rejects the credential: 401, and those that some servers return when a session
 * (440) or a token (498) has expired.
 */
export const isCredentialRejection = (status: number): boolean =>
  status === 401 || status === 440 || status === 498

/** A request to the provider. The client adds the credential, the base URL and the retry after a 401. */
export interface ProviderRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the connection's base URL, or absolute on the same host. */
  path: string
  query?: Record<string, string | number | readonly string[] | undefined>
  headers?: Record<string, string>
  /** Sent as JSON unless it is a string. */
  body?: unknown
  /**
   * For protocols with the credential in the body: the client replaces this text in a string body
   * by the access token, escaped for XML. The connector never sees the token.
   */
  tokenPlaceholder?: string
  /**
   * Recognizes replies that reject the credential without a 401. The client then refreshes the
   * credential and retries once, as after a 401.
   */
  refusesCredential?(response: ProviderResponse): boolean
  /**
   * Sends the request without the connection's credential, because it contains its own, such as an
   * app's.
   */
  anonymous?: boolean
  /**
   * Whether the path is the URL of a file at a host that is not the provider's. It contains its own
   * credential, so the request must be `anonymous`.
   */
  isForeign?: true
  /** Whether the path is a link of a reply, which may repeat the path of the base URL. */
  isLink?: boolean
  /** Leaves the body of a successful reply as text, such as a file of JSON Lines. */
  expectsText?: true
  /**
   * Cuts what is nested deeper than 64 levels in a successful reply, which otherwise is `too-large`;
   * `hasCutValue` finds where. The reply then says `isCut`.
   */
  cutsDeepValues?: true
  /** Timeout including the body; defaults to the client's own. For long polling. */
  timeoutMs?: number
  signal?: AbortSignal
  /**
   * Builds the request again if the tokens were renewed before it is sent or repeated, and their
   * reply changed values of the connection that the request contains.
   */
  rebuild?(): ProviderRequest
}

/** Returns the request, built again with the values of renewed tokens where they changed. */
export const buildPerAttempt = (build: () => ProviderRequest): ProviderRequest => ({
  ...build(),
  rebuild: build,
})

export interface ProviderResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Parsed if it is JSON, otherwise the text. Numbers that a double cannot represent are strings. */
  body: unknown
  /** Whether parts of the body were cut, as the request allows. */
  isCut?: true
}

/**
 * The HTTP client of a connector: authenticated for one connection, restricted to allowed hosts,
 * rate limited. Returns replies of any status; throws a `ProviderError` `unavailable` without a
 * reply, `too-large` for a reply that exceeds the size limit.
 */
export interface ProviderClient {
  request(request: ProviderRequest): Promise<ProviderResponse>
  /**
   * Values of the connection: inputs of the end user and values captured from the token reply. They
   * change when tokens are renewed.
   */
  readonly metadata: Readonly<Record<string, string>>
  /** Identifies the connection, for facts about its account that are remembered; absent without one. */
  readonly connectionId?: string
}
