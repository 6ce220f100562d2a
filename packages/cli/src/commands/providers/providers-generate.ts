import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { command } from '../../command.ts'
import { serverCommand, type ServerCommands } from '../../server-commands.ts'
import { CommandError, painter, print, printable, type Terminal } from '../../terminal/terminal.ts'
import { toError } from '../../terminal/to-error.ts'
import { checkFile } from './providers-check.ts'

type Generated = Awaited<ReturnType<ServerCommands['generateProvider']>>

export const providersGenerate = command({
  name: 'providers generate',
  summary: 'Propose a provider file from an OpenAPI document, or from replies of lists.',
  argument: { name: 'openapi', description: 'OpenAPI 3 document, as JSON or YAML.' },
  options: {
    'from-replies': {
      type: 'string',
      value: 'FOLDER',
      description:
        'Folder of JSON replies in place of a document: <object>.json, <object>.2.json for its next page.',
    },
    name: {
      type: 'string',
      value: 'NAME',
      description: 'Name of the provider. Default: the title of the document.',
    },
    only: {
      type: 'string',
      value: 'PATH',
      multiple: true,
      description: 'Only lists whose path begins with this. Repeat it for several.',
    },
    'base-url': {
      type: 'string',
      value: 'URL',
      description: 'Base URL of the API, if the document has none.',
    },
    output: {
      type: 'string',
      value: 'FILE',
      description: 'Path of the file. Default: <name>.json.',
    },
    overwrite: { type: 'boolean', description: 'Replace a file that exists.' },
    json: { type: 'boolean', description: 'Print the proposal as JSON, and write no file.' },
  },
  notes: `Proposes sign-in, scopes, lists with paging, IDs and modification times, writes and fields. Each value that the
document does not state is marked by a comment \`// guessed: …\` with what to check; delete the comment when you have.
The result is checked as by \`providers check\`. Nothing is fetched: references to other files or addresses must be
bundled first.

A reply is a file with the JSON body, or { "url": "https://…", "headers": {…}, "body": … }, from which paths and
parameters are taken as well. Recordings of \`providers record\` are accepted too. Values of records never reach the file.`,
  async run({ argument, values, terminal }) {
    const folder = values['from-replies']
    if ((argument === undefined) === (folder === undefined)) {
      throw new CommandError('Either an OpenAPI document or --from-replies is required.')
    }
    const baseURL = parseBaseURL(values['base-url'])
    const name = parseName(values.name)
    const generate = await serverCommand('generateProvider')
    const input =
      folder === undefined
        ? { document: await readDocument(resolve(terminal.cwd, argument ?? '')) }
        : { replies: await readReplies(resolve(terminal.cwd, folder)) }
    const generated = await generate({ ...input, name, only: values.only, baseURL })
    if (values.json) {
      print(terminal.stdout, JSON.stringify(generated, null, 2))
      return generated.missing.length === 0 ? 0 : 1
    }
    const file = values.output ?? `${generated.name}.json`
    const path = resolve(terminal.cwd, file)
    if (existsSync(path) && !values.overwrite) {
      throw new CommandError(`${file} exists. Pass --overwrite to replace it.`, 1)
    }
    await writeFile(path, generated.text)
    printSummary(generated, file, terminal)
    const exitCode = await checkFile(path, { asJson: false, terminal })
    return generated.missing.length > 0 ? 1 : exitCode
  },
})

function parseBaseURL(text: string | undefined): string | undefined {
  if (text === undefined || /^https?:\/\/[^\s?#]+$/.test(text)) return text
  throw new CommandError('--base-url must be an address such as https://api.acme.example/v1.')
}

function parseName(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z][\w-]{0,59}$/.test(text)) return text
  throw new CommandError('--name must consist of letters, digits, - and _, such as acmeCRM.')
}

const maxJsonBytes = 60_000_000
/** YAML takes twenty times as long as JSON. */
const maxYamlBytes = 15_000_000
const maxReplies = 500

async function readDocument(path: string): Promise<unknown> {
  const text = await readBounded(path, maxJsonBytes)
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (cause) {
      // YAML can begin in the same way.
      if (/\.json$/i.test(path)) throw describeUnreadable(path, 'JSON', cause)
    }
  }
  if (Buffer.byteLength(text) > maxYamlBytes) {
    throw new CommandError(
      `${path} is larger than ${maxYamlBytes / 1e6} MB. Convert it to JSON, which can have ${maxJsonBytes / 1e6} MB.`,
      1,
    )
  }
  try {
    // Aliases that multiply are rejected. Repeated keys are not searched for: that takes quadratic time.
    return parse(text, { maxAliasCount: 1_000, uniqueKeys: false, logLevel: 'error' })
  } catch (cause) {
    throw describeUnreadable(path, 'YAML', cause)
  }
}

function describeUnreadable(path: string, format: string, cause: unknown): CommandError {
  const { message } = toError(cause)
  const [reason = ''] = message.split('\n')
  const text = cause instanceof RangeError ? 'it is nested too deeply' : reason.slice(0, 300)
  return new CommandError(`${path} is not valid ${format}: ${text}`, 1, { cause })
}

async function readBounded(path: string, maxBytes: number): Promise<string> {
  const info = await stat(path).catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read: ${toError(cause).message}`, 2, { cause })
  })
  if (!info.isFile()) throw new CommandError(`${path} is not a file.`)
  if (info.size > maxBytes) {
    throw new CommandError(`${path} is larger than ${maxBytes / 1e6} MB.`, 1)
  }
  return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
}

async function readReplies(folder: string): Promise<{ name: string; content: unknown }[]> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandError(`No such folder: ${folder}.`)
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  if (names.length > maxReplies) {
    throw new CommandError(`${folder} contains more than ${maxReplies} files.`, 1)
  }
  const replies = []
  let left = maxJsonBytes
  for (const name of names) {
    const path = join(folder, name)
    const text = await readBounded(path, left)
    left -= Buffer.byteLength(text)
    try {
      replies.push({ name, content: JSON.parse(text) as unknown })
    } catch (cause) {
      throw describeUnreadable(path, 'JSON', cause)
    }
  }
  return replies
}

const maxShownSkipped = 20

function printSummary(generated: Generated, file: string, terminal: Terminal): void {
  const { objects, skipped, guesses, missing } = generated
  const paint = painter(terminal, terminal.stdout)
  const withChanges = objects.filter(({ changes }) => changes).length
  const writable = objects.filter(({ writes }) => writes.length > 0).length
  print(
    terminal.stdout,
    `Wrote ${printable(file)}: ${objects.length} objects, ${withChanges} with modification times, ${writable} writable.`,
    `${guesses} values are guessed. Each has a comment \`// guessed: …\` with what to check.`,
  )
  if (skipped.length > 0) {
    print(terminal.stdout, `${skipped.length} calls are not lists that can be read:`)
    for (const { path, reason } of skipped.slice(0, maxShownSkipped)) {
      print(terminal.stdout, `  ${printable(path)}: ${printable(reason)}`)
    }
    const more = skipped.length - maxShownSkipped
    if (more > 0) print(terminal.stdout, `  and ${more} more, listed by --json`)
  }
  for (const one of missing) {
    print(terminal.stdout, `${paint('red', '✗')} missing: ${printable(one)}`)
  }
  print(terminal.stdout, '')
}
