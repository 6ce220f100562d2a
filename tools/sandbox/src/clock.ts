/** The sandbox's time: real time plus an offset that tests may move. */
export class Clock {
  offsetMs = 0

  now(): number {
    return Date.now() + this.offsetMs
  }
}
