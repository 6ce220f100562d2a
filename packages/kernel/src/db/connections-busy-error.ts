/** The tenant has had the maximum number of statements in progress for too long. */
export class ConnectionsBusyError extends Error {
  override name = 'ConnectionsBusyError'

  constructor() {
    super('All database connections that one tenant can use are busy.')
  }
}
