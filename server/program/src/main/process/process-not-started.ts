/** A process that ended before it was ready, and reported the error itself. */
export class ProcessNotStarted extends Error {
  override name = 'ProcessNotStarted'
}
