/** Names of an object's fields in messages: none may be another's, or contain another. */
export class MappedNames {
  private readonly names = new Set<string>()
  private readonly outer = new Set<string>()

  collidesWith(steps: readonly string[]): boolean {
    const whole = JSON.stringify(steps)
    const isWithin = listPrefixes(steps).some((prefix) => this.names.has(prefix))
    return this.names.has(whole) || this.outer.has(whole) || isWithin
  }

  add(steps: readonly string[]): void {
    this.names.add(JSON.stringify(steps))
    for (const prefix of listPrefixes(steps)) this.outer.add(prefix)
  }
}

const listPrefixes = (steps: readonly string[]): string[] =>
  steps.slice(1).map((_, index) => JSON.stringify(steps.slice(0, index + 1)))
