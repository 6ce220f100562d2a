import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { command } from '../command.ts'
import { envFileOption, formatEnvLines, writeEnvFile } from '../target/env-file.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { print } from '../terminal/terminal.ts'

export const jwtKeysCreate = command({
  name: 'jwt-keys create',
  summary: 'Generate a key pair for the tokens of your users and register its public key.',
  options: {
    label: {
      type: 'string',
      value: 'TEXT',
      description: 'Label, such as where it is used. Default: command line.',
    },
    ...envFileOption,
    json: { type: 'boolean', description: 'Print the key pair as JSON.' },
    ...targetOptions,
  },
  notes: `The private key never leaves this computer: keep it in the environment of your backend.\n\n${targetNotes}`,
  async run({ values, terminal }) {
    const { client, project } = await requireTarget(values, terminal)
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const { kid } = await client.post('/v1/projects/{projectIdOrName}/jwt-keys', {
      params: { projectIdOrName: project },
      body: { label: values.label ?? 'command line', publicKeyPem: publicKey },
    })
    const variables = { PLATFORM_JWT_KEY_ID: kid, PLATFORM_JWT_PRIVATE_KEY: privateKey }
    const file = values['save-to']
    if (file) await writeEnvFile(file, variables, terminal)
    print(
      terminal.stdout,
      ...(values.json
        ? [JSON.stringify({ kid, publicKeyPem: publicKey, privateKeyPem: privateKey }, null, 2)]
        : file
          ? [`Wrote ${Object.keys(variables).join(' and ')} to ${file}`]
          : formatEnvLines(variables)),
    )
    return 0
  },
})
