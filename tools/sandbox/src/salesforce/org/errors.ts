/** An error in the format of the REST API: an array of one. */
export class SalesforceError extends Error {
  readonly status: number
  readonly errorCode: string
  readonly fields: string[] | undefined

  constructor(status: number, errorCode: string, message: string, fields?: string[]) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.fields = fields
  }

  get body(): unknown {
    return [
      {
        message: this.message,
        errorCode: this.errorCode,
        ...(this.fields ? { fields: this.fields } : {}),
      },
    ]
  }
}

export const orgNotFound = () =>
  new SalesforceError(404, 'NOT_FOUND', 'The requested resource does not exist')

export const invalidSession = () =>
  new SalesforceError(401, 'INVALID_SESSION_ID', 'Session expired or invalid')

/** The token is valid but lacks the scope `api`. */
export const apiNotAllowed = () =>
  new SalesforceError(
    403,
    'INVALID_SESSION_ID',
    'This session is not valid for use with the REST API',
  )

export const requestLimitExceeded = () =>
  new SalesforceError(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.')
