import ts from 'typescript'

const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.TypeFormatFlags

/** Returns expanded declarations of the named types of a module, and of the types they use. */
export function flattenTypes(program: ts.Program, file: string, names: readonly string[]): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module of the program.`)
  const exported = new Map(checker.getExportsOfModule(module).map((one) => [one.name, one]))

  const inWords = (type: ts.Type) =>
    checker.typeToString(type, undefined, NoTruncation | InTypeAlias | MultilineObjectLiterals)
  const describeProperties = (type: ts.Type) =>
    type.getProperties().map((property) => {
      const mark = property.flags & ts.SymbolFlags.Optional ? '?' : ''
      return `${property.name}${mark}: ${inWords(checker.getTypeOfSymbol(property))}`
    })

  const declarations = new Map<string, string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const symbol = exported.get(name)
    if (!symbol) throw new Error(`${file} exports no type ${name}.`)
    const type = checker.getDeclaredTypeOfSymbol(
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    // An interface would be written as its name.
    const text = type.isClassOrInterface()
      ? `{ ${describeProperties(type).join('; ')} }`
      : inWords(type)
    declarations.set(name, `export type ${name} = ${text}\n`)
    const named = [...text.matchAll(/\b[A-Z]\w+/g)].map(([one]) => one)
    waiting.push(...named.filter((one) => exported.has(one) && !declarations.has(one)))
  }
  return [...declarations.values()].toSorted().join('')
}
