/** Error code of failures that only the identity provider or the operator can fix. */
export const ssoUnavailable = 'SINGLE_SIGN_ON_UNAVAILABLE'
