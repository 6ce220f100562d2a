import { convertToText } from '@platform/contract/compare-values'

/** Maps a provider's value to the builder's; unmapped values stay unchanged. */
export function mapValue(
  value: unknown,
  values: Readonly<Record<string, string>> | undefined,
): unknown {
  if (!values) return value
  const key = convertToText(value)
  return Object.hasOwn(values, key) ? values[key] : value
}
