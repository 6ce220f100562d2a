import { ProviderError } from '@platform/connector'

/** More fields than any real object has: such accounts keep data in member names. */
const maxFields = 10_000
const maxNameCharacters = 1024 * 1024

/**
 * Limits the number of fields before they are processed.
 * @throws ProviderError `too-large`
 */
export function mustBeFewFields(names: Iterable<string>): void {
  let count = 0
  let characters = 0
  for (const name of names) {
    count++
    characters += name.length
    if (count > maxFields || characters > maxNameCharacters) {
      throw new ProviderError(
        'too-large',
        `The object has more than ${maxFields} fields, or names of more than ${maxNameCharacters} characters.`,
      )
    }
  }
}
