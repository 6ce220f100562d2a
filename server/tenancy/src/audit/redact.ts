const secretName =
  /secret|password|token|credential|creds|authorization|apikey|privatekey|signingkey|^key$|^link$|^headers$/i

/** Named like a secret, but contains only its expiry time. */
const open = new Set(['tokenExpireTime'])

const isSecret = (name: string) => secretName.test(name) && !open.has(name)

/** Returns a record as JSON without the values of fields with secret names. */
export const serializeRedacted = (record: object): string =>
  JSON.stringify(record, (name, value: unknown) =>
    isSecret(name) && value !== null && value !== undefined ? '[secret]' : value,
  )
