export interface StandInRequest {
  method: string
  /** Below the provider's base URL, still encoded. */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface StandInReply {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** A body that is not JSON. */
  text?: string
}
