/**
 * Whether tests run in their long form, with `LONG_TESTS=1`: every combination of what `npm test` tries a
 * part of. `npm run test:long` sets it.
 */
export const isLong = process.env['LONG_TESTS'] === '1'
