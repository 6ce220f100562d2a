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
   * For protocols that want the credential within the body: wherever this text stands in a body
   * that is a string, the client puts the access token, escaped for XML. The connector never sees it.
   */
  tokenPlaceholder?: string
  /**
   * Recognizes replies that refuse the credential by something other than a 401. The client then
   * refreshes the credential and asks once more, as after a 401.
   */
  refusesCredential?(response: ProviderResponse): boolean
  /** Sent without the connection's credential: the request carries one of its own, such as an app's. */
  anonymous?: boolean
  /** Until the last byte of the reply; the client's own limit when absent. For long polling. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface ProviderResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Parsed if the content type is JSON, otherwise the text. */
  body: unknown
}

/**
 * The HTTP client that the engine hands to a connector: authenticated as one connection, guarded
 * against foreign addresses, counted against the provider's budget. It answers any status;
 * `unavailable` is thrown as a `ProviderError` when there is no answer at all, `too-large` when the
 * answer is more than the client takes into memory.
 */
export interface ProviderClient {
  request(request: ProviderRequest): Promise<ProviderResponse>
  /** Values of the connection: inputs of the end user and fields captured from the token reply. */
  readonly metadata: Readonly<Record<string, string>>
}
