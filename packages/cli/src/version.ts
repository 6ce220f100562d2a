import manifest from '../package.json' with { type: 'json' }

/** The version of the CLI, identical to that of the server it was installed from. */
export const version = manifest.version
