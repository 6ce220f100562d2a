/** Another process has taken the operation over, or it was ended or paused in the meantime. */
export class TakenOver extends Error {
  override name = 'TakenOver'
}
