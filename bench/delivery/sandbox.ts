/** Provider of the series with `connections:generate`. */
import { startSandbox } from '../../packages/sandbox/src/index.ts'

const { salesforceUrl } = await startSandbox()
process.send?.({ salesforceUrl })
process.once('disconnect', () => process.exit())
