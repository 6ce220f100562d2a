import { ProviderError } from '@platform/connector'

/** More fields than any object has: who has more keeps data in the names of members. */
const mostFields = 10_000
const mostNameCharacters = 1024 * 1024

/** @throws ProviderError `too-large` for more fields than are described, before anything is made of them */
export function mustBeFewFields(names: Iterable<string>): void {
  let count = 0
  let characters = 0
  for (const name of names) {
    count++
    characters += name.length
    if (count > mostFields || characters > mostNameCharacters) {
      throw new ProviderError(
        'too-large',
        `The object has more than ${mostFields} fields, or names of more than ${mostNameCharacters} characters.`,
      )
    }
  }
}
