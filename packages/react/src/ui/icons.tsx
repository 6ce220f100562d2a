'use client'

const paths = {
  check: 'M3.5 8.5 6.5 11.5 12.5 5',
  chevron: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  close: 'M4.5 4.5 11.5 11.5 M11.5 4.5 4.5 11.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z M10.3 10.3 13.5 13.5',
  alert: 'M8 5v3.6 M8 11v.1 M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4Z',
  spark: 'M8 2.5 9.3 6.7 13.5 8 9.3 9.3 8 13.5 6.7 9.3 2.5 8 6.7 6.7Z',
  external:
    'M9.5 3h3.5v3.5 M13 3 7.5 8.5 M11.5 9.5V12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1h2.5',
  lock: 'M4 7.5h8v5.5H4Z M5.7 7.3V5.2a2.3 2.3 0 0 1 4.6 0v2.1',
}

export type UiIconName = keyof typeof paths

export function UiIcon({ name }: { name: UiIconName }) {
  return (
    <svg className="plat-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
