/** Chunks of this size cost little beside their bytes. */
const smallBytes = 1024
const maxGatheredBytes = 16 * 1024

/**
 * Joins the small chunks of a reply that arrive together: a server can send each byte as a chunk of its
 * own, and every chunk costs its readers as much as kilobytes.
 */
export class GatheredChunks {
  private chunks: Buffer[] = []
  private bytes = 0
  private readonly pass: (chunk: Buffer) => void

  constructor(pass: (chunk: Buffer) => void) {
    this.pass = pass
  }

  add(chunk: Buffer): void {
    if (this.bytes === 0 && chunk.length >= smallBytes) {
      this.pass(chunk)
      return
    }
    // All chunks of what was read from the socket are added in the same turn.
    if (this.bytes === 0) process.nextTick(() => this.flush())
    this.chunks.push(chunk)
    this.bytes += chunk.length
    if (this.bytes >= maxGatheredBytes) this.flush()
  }

  flush(): void {
    if (this.bytes === 0) return
    const whole = Buffer.concat(this.chunks)
    this.clear()
    this.pass(whole)
  }

  clear(): void {
    this.chunks = []
    this.bytes = 0
  }
}
