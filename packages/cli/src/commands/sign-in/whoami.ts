import { command } from '../../command.ts'
import { targetNotes, targetOptions, requireCredentials } from '../../target/target.ts'
import { print } from '../../terminal/terminal.ts'

export const whoami = command({
  name: 'whoami',
  summary: 'Show the server, the account or key, and the project that commands use.',
  options: { json: { type: 'boolean', description: 'Print JSON.' }, ...targetOptions },
  notes: targetNotes,
  async run({ values, terminal }) {
    const { baseUrl, project, projectFrom, email, client } = await requireCredentials(
      values,
      terminal,
    )
    // Verifies the credentials: the session may have ended, or the key may have been deleted.
    if (project === undefined) await client.get('/v1/projects', { query: { pageSize: 1 } })
    else {
      const path = '/v1/projects/{projectIdOrName}'
      await client.get(path, { params: { projectIdOrName: project }, query: {} })
    }
    if (values.json) {
      print(terminal.stdout, JSON.stringify({ baseUrl, email, project, projectFrom }, null, 2))
      return 0
    }
    print(
      terminal.stdout,
      `Server   ${baseUrl}`,
      email === undefined ? 'Account  none: an API key is used' : `Account  ${email}`,
      project === undefined
        ? 'Project  none: choose one with `platform projects use <name>`'
        : `Project  ${project} (from ${projectFrom})`,
    )
    return 0
  },
})
