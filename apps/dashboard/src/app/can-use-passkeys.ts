/** Reports whether browsers support passkeys here: over HTTPS or on localhost, with a host name. */
export const canUsePasskeys = (): boolean =>
  'parseRequestOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {}) && !isAddress()

export const isAddress = (): boolean => /^[\d.]+$|^\[/.test(location.hostname)
