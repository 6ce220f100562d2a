/** A process that ended before it was of use, and said itself what is wrong. */
export class ProcessNotStarted extends Error {
  override name = 'ProcessNotStarted'
}
