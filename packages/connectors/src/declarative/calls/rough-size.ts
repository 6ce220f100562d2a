/** Returns the approximate size of a JSON value in bytes, or more than `most` for a larger one. */
export function roughSize(value: unknown, max: number): number {
  let size = 0
  const left = [value]
  while (left.length > 0 && size <= max) {
    const one = left.pop()
    if (typeof one === 'string') size += one.length
    else if (typeof one === 'object' && one !== null) {
      for (const [name, member] of Object.entries(one)) {
        size += name.length
        left.push(member)
      }
    }
    size += 8
  }
  return size
}
