/** Encodes `{address: {city: 'Rome'}, tags: ['a']}` as `address[city]=Rome&tags[0]=a`. */
export function encodeForm(body: unknown): string {
  const parameters = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return
    if (typeof value !== 'object' || value === null) {
      parameters.append(name, value === null ? '' : String(value))
      return
    }
    for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(body ?? {})) add(name, value)
  return parameters.toString()
}
