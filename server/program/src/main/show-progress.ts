interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

const width = 30

/** Prints progress: a bar in a terminal, a line for each tenth elsewhere. */
export function showProgress(
  output: Output,
  things = 'keys',
): (done: number, total: number) => void {
  let shown = -1
  return (done, total) => {
    const share = done / total
    const step = Math.floor(share * (output.isTTY ? 100 : 10))
    if (step === shown) return
    shown = step
    const count = `${done} of ${total} ${things}`
    if (!output.isTTY) {
      output.write(`${count}\n`)
      return
    }
    const bar = '█'.repeat(Math.floor(share * width)).padEnd(width, '░')
    output.write(`\r${bar} ${String(step).padStart(3)} %  ${count}${done === total ? '\n' : ''}`)
  }
}
