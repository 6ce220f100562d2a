import { ProblemError } from '@platform/client'
import { command } from '../../command.ts'
import { askSignIn } from '../../target/sign-in-client.ts'
import { normalizeUrl, readSignIns, writeSignIns } from '../../target/sign-ins.ts'
import { requireBaseUrl, targetOptions } from '../../target/target.ts'
import { print } from '../../terminal/terminal.ts'

export const logout = command({
  name: 'logout',
  summary: 'Sign out.',
  options: {
    'base-url': targetOptions['base-url'],
    json: { type: 'boolean', description: 'Print the ended session as JSON.' },
  },
  async run({ values, terminal }) {
    const baseUrl = normalizeUrl(await requireBaseUrl(values, terminal))
    const { [baseUrl]: signIn, ...others } = await readSignIns(terminal)
    if (signIn) {
      await askSignIn(baseUrl, 'sign-out', { body: {}, cookie: signIn.cookie }).catch(
        (error: unknown) => {
          // A session that has already ended need not be ended.
          if (!(error instanceof ProblemError) || error.status !== 401) throw error
        },
      )
      await writeSignIns(others, terminal)
    }
    const email = signIn?.email
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify({ baseUrl, email }, null, 2)
        : email
          ? `Signed ${email} out of ${baseUrl}`
          : `Not signed in to ${baseUrl}`,
    )
    return 0
  },
})
