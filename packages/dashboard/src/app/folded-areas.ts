const key = 'folded-areas'

/** Returns the titles of the navigation groups that were folded in this browser. */
export function readFoldedAreas(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    // Storage is blocked or was written by something else: every group is open.
    return []
  }
}

export function keepFoldedAreas(titles: readonly string[]): void {
  try {
    if (titles.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(titles))
  } catch {
    // Storage is blocked or full: the groups stay as they are until the page is reloaded.
  }
}
