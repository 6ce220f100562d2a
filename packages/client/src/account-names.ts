/** Longer names are cut: the API accepts 64 characters, of which a number may need some. */
const maxLength = 40

/**
 * Returns the `instance` of a new account: its name in letters and digits that every system accepts, and a
 * number if others have it already. Names in other scripts become `account`.
 */
export function makeInstance(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '')
  const base = plain || 'account'
  for (let number = 1; ; number++) {
    const instance = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(instance)) return instance
  }
}
