/** Bundles the server and the CLI with all their dependencies: `node bundle-programs.ts <folder>`. */
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const [folder = ''] = process.argv.slice(2)

/** Modules find the files beside their sources, such as logos and child threads. */
const sourceAddress = {
  name: 'source-address',
  transform: {
    filter: { code: /import\.meta\./ },
    handler: (code: string, id: string) =>
      code
        .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/\bimport\.meta\.filename\b/g, JSON.stringify(id))
        .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id))),
  },
}

/** The CLI names the module of the server in a variable, because it is also published without the server. */
const serverOfCli = {
  name: 'server-of-cli',
  transform: {
    filter: { code: 'import(serverModule)' },
    handler: (code: string) =>
      code.replace('import(serverModule)', "import('@platform/program/bootstrap')"),
  },
}

await build({
  input: {
    serve: join(root, 'server/program/src/main/serve.ts'),
    cli: join(root, 'packages/cli/src/bin.ts'),
  },
  platform: 'node',
  logLevel: 'warn',
  plugins: [sourceAddress, serverOfCli],
  output: { dir: folder, chunkFileNames: '[name].js' },
})
await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
