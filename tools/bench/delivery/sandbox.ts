/** Provider of the series with `connections:generate`. Argument: the address to listen on. */
import { startSandbox } from '../../sandbox/src/index.ts'

const { salesforceUrl } = await startSandbox({ host: process.argv[2] ?? '127.0.0.1' })
process.send?.({ salesforceUrl })
process.once('disconnect', () => process.exit())
