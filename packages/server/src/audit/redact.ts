const secretName =
  /secret|password|token|credential|creds|authorization|apikey|privatekey|^key$|^link$|^headers$/i

/** A copy without the values of fields whose name says that they are secret. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secretName.test(name) && field !== undefined && field !== null ? '[secret]' : redact(field),
    ]),
  )
}
