export const base = '/v1/projects/{projectIdOrName}'

/** Common parts of queries and actions within a project: paths and cache keys. */
export const inProject = (projectIdOrName: string) => ({
  params: { projectIdOrName },
  key: (...parts: string[]) => ['project', projectIdOrName, ...parts],
})
