/** Another process has taken the operation over, or it has been ended or paused meanwhile. */
export class TakenOver extends Error {
  override name = 'TakenOver'
}
