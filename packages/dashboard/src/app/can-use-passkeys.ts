/** Whether browsers let people use passkeys here: over `https` or on their own machine, by a name. */
export const canUsePasskeys = (): boolean =>
  'parseRequestOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {}) && !isAddress()

export const isAddress = (): boolean => /^[\d.]+$|^\[/.test(location.hostname)
