import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type AccountObject,
  describeMessages,
  generatedBy,
  parseManifest,
  printTypeScript,
} from '@platform/manifest'
import { command } from '../../command.ts'
import { manifestArgument, readManifestFile } from '../../files/manifest-file.ts'
import { hasErrors, printFindings } from '../../files/print-findings.ts'
import { accountOptions } from '../../target/account.ts'
import { requireTarget, targetNotes, targetOptions, type CliTarget } from '../../target/target.ts'
import { CommandError, print, printable, type Terminal } from '../../terminal/terminal.ts'

type Manifest = ReturnType<typeof parseManifest>
type Integrations = Manifest['integrations']

export const types = command({
  name: 'types',
  summary: 'Write TypeScript types of the messages that platform.yaml causes.',
  argument: manifestArgument,
  options: {
    out: {
      type: 'string',
      value: 'FILE',
      description: 'Path of the file. Default: platform-types.ts or platform-types.json.',
    },
    'json-schema': { type: 'boolean', description: 'Write JSON Schema instead of TypeScript.' },
    group: {
      type: 'string',
      value: 'REF',
      description:
        'Add the types of the fields of this customer’s account (your groupRef), and the mappings.',
    },
    instance: accountOptions.instance,
    json: { type: 'boolean', description: 'Print the file and its messages as JSON.' },
    ...targetOptions,
  },
  notes: `A file of the same name is only replaced if the command wrote it. The same manifest results in the same
file. With --group, the integrations must be deployed, and at least one be installed by the customer.

${targetNotes}`,
  async run({ argument, values, terminal }) {
    const file = await readManifestFile(argument, terminal)
    const manifest = parseManifest(file.text)
    if (hasErrors(manifest.findings)) {
      if (values.json) throw describeInvalid(file.name, manifest)
      printFindings(file.name, manifest.findings, terminal)
      return 1
    }
    const { integrations } = manifest
    const accounts =
      values.group === undefined
        ? undefined
        : await fetchAccounts(await requireTarget(values, terminal), {
            integrations,
            account: { groupRef: values.group, instance: values.instance ?? '' },
            terminal,
          })
    const { schema, mistakes } = describeMessages(integrations, {
      findAccountObject: (integration, objectName) => accounts?.get(integration)?.get(objectName),
    })
    if (mistakes.length > 0) throw new CommandError(mistakes.map(printable).join('\n'), 1)
    if (schema.anyOf.length === 0) {
      throw new CommandError(
        `No messages: the integrations of ${file.name} neither read nor subscribe to objects.`,
        1,
      )
    }
    const isSchema = values['json-schema'] === true
    const out = values.out ?? (isSchema ? 'platform-types.json' : 'platform-types.ts')
    const text = isSchema ? `${JSON.stringify(schema, null, 2)}\n` : printTypeScript(schema)
    await replaceGenerated(resolve(terminal.cwd, out), out, text)
    const messages = schema.anyOf.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify({ file: out, messages }, null, 2)
        : `Wrote ${printable(out)}: ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}.`,
    )
    return 0
  },
})

const describeInvalid = (name: string, { findings }: Manifest) => {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const lines = errors.map(({ line, column, message }) => `${name}:${line}:${column} ${message}`)
  return new CommandError(lines.join('\n'), 1)
}

/** Writes the file, unless another one is there that the command did not write. */
async function replaceGenerated(path: string, name: string, text: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandError(`${name} cannot be read: ${error.message}.`, 2, { cause: error })
  })
  // Both formats begin with it, after a few characters.
  if (present !== undefined && !present.slice(0, 200).includes(generatedBy)) {
    throw new CommandError(
      `${name} was not written by \`platform types\`, and is not replaced. Choose another file with --out.`,
      1,
    )
  }
  if (present !== text) await writeFile(path, text)
}

const integrationPath = '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}'
const installationsPath =
  '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations'
const metadataPath =
  '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata'

/** Returns the objects of a customer's accounts by integration. */
async function fetchAccounts(
  { client, project }: CliTarget,
  {
    integrations,
    account,
    terminal,
  }: {
    integrations: Integrations
    account: { groupRef: string; instance: string }
    terminal: Terminal
  },
): Promise<Map<string, Map<string, AccountObject>>> {
  const accounts = new Map<string, Map<string, AccountObject>>()
  const params = { projectIdOrName: project }
  for (const { name, read } of integrations) {
    const { id: integrationId } = await client.get(integrationPath, {
      params: { ...params, integrationIdOrName: name },
    })
    const [installation] = await client.get(installationsPath, {
      params: { ...params, integrationId },
      query: account,
    })
    if (!installation) {
      const note = `${name} is not installed by ${printable(account.groupRef)}: its fields have no types.`
      print(terminal.stderr, note)
      continue
    }
    const objects = new Map<string, AccountObject>()
    for (const { objectName } of read?.objects ?? []) {
      const { fields } = await client.get(metadataPath, {
        params: { ...params, integrationId, objectName },
        query: account,
      })
      const configs = new Map(Object.entries(installation.config.content.read?.objects ?? {}))
      objects.set(objectName, { fields, config: configs.get(objectName) ?? {} })
    }
    accounts.set(name, objects)
  }
  if (accounts.size > 0) return accounts
  throw new CommandError(
    `${printable(account.groupRef)} has installed none of these integrations.`,
    1,
  )
}
