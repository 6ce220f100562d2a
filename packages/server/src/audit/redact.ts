const secretName =
  /secret|password|token|credential|creds|authorization|apikey|privatekey|^key$|^link$|^headers$/i

/** The JSON of a record without the values of fields whose name says that they are secret. */
export const redactedJson = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) =>
    secretName.test(name) && value !== null && value !== undefined ? '[secret]' : value,
  )
