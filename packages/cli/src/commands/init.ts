import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { command } from '../command.ts'
import { CommandError, painter, print, type Terminal } from '../terminal.ts'
import { templates, type Framework } from '../templates.ts'
import { membersOf } from '../members-of.ts'

export const init = command({
  name: 'init',
  summary: 'Create a platform.yaml and the token and webhook routes of your backend.',
  options: {
    provider: {
      type: 'string',
      value: 'NAME',
      description: 'Provider of the first integration. Default: salesforce.',
    },
    framework: {
      type: 'string',
      value: 'NAME',
      oneOf: ['express', 'fastify', 'next'],
      description: 'express, fastify or next. Default: detected from package.json.',
    },
    json: { type: 'boolean', description: 'Print the written files as JSON.' },
  },
  notes: `Existing files are not changed. The routes are TypeScript if there is a tsconfig.json. For Next.js they
are CommonJS if package.json says so.`,
  async run({ values, terminal }) {
    const framework = await frameworkOf(values.framework, terminal)
    const has = (path: string) => isThere(join(terminal.cwd, path))
    const isTyped = await has('tsconfig.json')
    const isOfCommonJs = await isCommonJs(terminal.cwd)
    const language = isTyped ? 'ts' : isOfCommonJs ? 'commonjs' : 'js'
    const files = templates(framework, values.provider ?? 'salesforce', language)
    // Next looks for `app` there or here, as the project is laid out.
    const isBelowSource = framework === 'next' && !(await has('app')) && (await has('src/app'))
    const paint = painter(terminal, terminal.stdout)
    const [written, left]: [string[], string[]] = [[], []]
    for (const [name, text] of Object.entries(files)) {
      const path = isBelowSource && name !== 'platform.yaml' ? `src/${name}` : name
      const file = join(terminal.cwd, path)
      if (await isThere(file)) {
        left.push(path)
        continue
      }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      written.push(path)
    }
    if (values.json) {
      print(terminal.stdout, JSON.stringify({ framework, written, left }, null, 2))
      return 0
    }
    print(
      terminal.stdout,
      ...left.map((path) => `${paint('yellow', 'is there')}  ${path}`),
      ...written.map((path) => `${paint('green', 'wrote')}     ${path}`),
      '',
      nextStepsOf(framework),
      ...(isOfCommonJs ? inCommonJs(framework, isTyped) : []),
    )
    return 0
  },
})

/** Where something stands in the way, writing the file tells. */
const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const usedBy: Record<Framework, string> = {
  express:
    'app.use(platformRoutes({ userOf })), before express.json(); `userOf` says who is signed in',
  fastify: 'app.register(platformRoutes, { userOf }); `userOf` says who is signed in',
  next: 'write into lib/current-user who is signed in',
}

const nextStepsOf = (framework: Framework) => `Next:
  1. \`npm install @platform/client\`, and ${usedBy[framework]}.
  2. Set PLATFORM_BASE_URL, PLATFORM_PROJECT and PLATFORM_API_KEY (an API key of scope full).
  3. Make a key pair, register its public half as a JWT key of the project, and give the routes
     the private one as PLATFORM_JWT_PRIVATE_KEY with its ID as PLATFORM_JWT_KEY_ID.
  4. Make a webhook destination called \`webhook\`, and set PLATFORM_WEBHOOK_SECRET to its signing key.
  5. Run \`platform deploy\`.
  6. On this computer, \`platform listen --forward-to <address> --signing-key <that key>\` posts to your
     route what the destination is sent.`

/** What npm 11 and newer write for a new package. */
const isCommonJs = async (cwd: string) => membersOf(await packageOf(cwd))['type'] === 'commonjs'

function inCommonJs(framework: Framework, isTyped: boolean): string[] {
  if (framework === 'next') {
    return isTyped
      ? [
          '',
          'Remove "type": "commonjs" from package.json: Next.js cannot build TypeScript with it.',
        ]
      : [
          '',
          'The files are CommonJS, as package.json says. Remove "type": "commonjs" if your pages use `import`.',
        ]
  }
  return isTyped
    ? []
    : [
        '',
        "From CommonJS: `const { platformRoutes } = require('./platform-routes.mjs')`, with Node 20.19, 22.12 or newer.",
      ]
}

async function packageOf(folder: string): Promise<unknown> {
  const file = join(folder, 'package.json')
  // Where there is none, the next sentence says what to do.
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CommandError(`${file} is not JSON.`, 2, { cause })
  }
}

async function frameworkOf(given: string | undefined, { cwd }: Terminal): Promise<Framework> {
  const known = ['next', 'fastify', 'express'] as const
  const named = known.find((name) => name === given)
  if (named) return named
  const { dependencies } = membersOf(await packageOf(cwd))
  const found = known.find((name) => name in membersOf(dependencies))
  if (found) return found
  throw new CommandError(
    'No package.json here names Express, Fastify or Next.js. Change to your product’s folder, or set --framework.',
  )
}
