/** Error that prevents the embedded PostgreSQL from starting, as a sentence for the terminal. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
