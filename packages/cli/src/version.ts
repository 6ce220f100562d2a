import manifest from '../package.json' with { type: 'json' }

/** The version of the command line, which is that of the server that it was installed from. */
export const version = manifest.version
