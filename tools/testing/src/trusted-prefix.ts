/** Databases with such names are open without a password in a test run. */
export const trustedPrefix = 'test_'
