/** Exits with the usage if a script without arguments is given any. */
export function takesNoArguments(usage: string): void {
  const given = process.argv.slice(2)
  if (given.length === 0) return
  const isHelp = given.every((argument) => argument === '--help' || argument === '-h')
  if (isHelp) console.log(usage)
  else console.error(`It takes no arguments, and was given: ${given.join(' ')}\n\n${usage}`)
  process.exit(isHelp ? 0 : 2)
}
