const key = 'hidden-setups'

/** Returns the projects whose setup steps were hidden in this browser. */
export function readHiddenSetups(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    // Storage is blocked or was written by something else: the steps are shown.
    return []
  }
}

export function keepHiddenSetup(project: string, isHidden: boolean): void {
  const others = readHiddenSetups().filter((one) => one !== project)
  try {
    localStorage.setItem(key, JSON.stringify(isHidden ? [...others, project] : others))
  } catch {
    // Storage is blocked or full: the steps stay as they are until the page is reloaded.
  }
}
