export const base = '/v1/projects/{projectIdOrName}'

/** What every query and action within a project has: how it names the project, to the API and in the store. */
export const inProject = (projectIdOrName: string) => ({
  params: { projectIdOrName },
  key: (...parts: string[]) => ['project', projectIdOrName, ...parts],
})
