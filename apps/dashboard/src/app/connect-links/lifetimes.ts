/** Lifetimes of connect links to choose from, in hours. */
export const lifetimesOfLinks: [hours: number, label: string][] = [
  [24, '1 day'],
  [168, '7 days'],
  [720, '30 days'],
]
