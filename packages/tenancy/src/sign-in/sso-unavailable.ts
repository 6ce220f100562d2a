/** The code of the failure that only the provider or the operator can mend. */
export const ssoUnavailable = 'SINGLE_SIGN_ON_UNAVAILABLE'
