/** Run by npm when it has packed: see `prepack.ts`. */
import { rename } from 'node:fs/promises'

await rename('.source.package.json', 'package.json')
