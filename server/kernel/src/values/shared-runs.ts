interface Run {
  running: Promise<unknown>
  /** Begins when `running` has ended. */
  next: Promise<unknown> | undefined
}

/**
 * Does work once for all who ask for it before it begins. Who asks while it is done shares the next
 * run, so that everybody gets a result that is not older than the question.
 */
export class SharedRuns {
  private readonly runs = new Map<string, Run>()

  /** The key names everything on which the result depends. */
  share<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const run = this.runs.get(key)
    if (!run) return this.begin(key, work)
    const again = () => this.begin(key, work)
    run.next ??= run.running.then(again, again)
    return run.next as Promise<Result>
  }

  private begin<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = work()
    const run: Run = { running, next: undefined }
    this.runs.set(key, run)
    const end = () => {
      if (!run.next && this.runs.get(key) === run) this.runs.delete(key)
    }
    running.then(end, end)
    return running
  }
}
