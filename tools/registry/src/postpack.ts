/** Runs after npm has packed: see `prepack.ts`. */
import { rename } from 'node:fs/promises'

await rename('.source.package.json', 'package.json')
