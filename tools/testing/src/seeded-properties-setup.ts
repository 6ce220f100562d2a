/**
 * Properties are tried with the same values in each run, so that no change fails because of another. Other values:
 * `PROPERTY_SEED`.
 */
import fc from 'fast-check'

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env['PROPERTY_SEED'] ?? 1),
})
