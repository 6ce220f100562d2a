const secretName =
  /secret|password|token|credential|creds|authorization|apikey|privatekey|^key$|^link$|^headers$/i

/** Named like one, and only the time until which one is good. */
const open = new Set(['tokenExpireTime'])

const isSecret = (name: string) => secretName.test(name) && !open.has(name)

/** The JSON of a record without the values of fields with secret names. */
export const redactedJson = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) =>
    isSecret(name) && value !== null && value !== undefined ? '[secret]' : value,
  )
