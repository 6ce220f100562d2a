const paths = {
  overview: 'M2.5 2.5h4.5v6h-4.5z M9 2.5h4.5v3H9z M9 7.5h4.5v6H9z M2.5 10.5H7v3H2.5z',
  integration:
    'M6.3 9.7l3.4-3.4 M7.2 4.6l1.1-1.1a2.95 2.95 0 0 1 4.2 4.2l-1.1 1.1 M8.8 11.4l-1.1 1.1a2.95 2.95 0 0 1-4.2-4.2l1.1-1.1',
  installation: 'M8 2l5.5 3v6L8 14l-5.5-3V5z M2.7 5.1L8 8l5.3-2.9 M8 8v6',
  connection: 'M5.5 2v3 M10.5 2v3 M3.5 5h9v2.5a4.5 4.5 0 0 1-9 0z M8 12v2.5',
  destination: 'M14 2 7.2 8.8 M14 2l-4.3 12-2.5-5.2L2 6.3z',
  routing:
    'M3.5 5.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z M12.5 5.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z M12.5 14a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z M5.3 3.8h5.4 M5 4.9l6 6.2',
  delivery: 'M1.8 8h3.4l1.8 4.5 2.5-9L11.2 8h3',
  run: 'M4.5 2.8v10.4l8.5-5.2z',
  log: 'M2.5 4h11 M2.5 8h11 M2.5 12h7',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z M10.3 10.3 14 14',
  key: 'M5.3 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M7.5 7.9L13.5 2 M11 4.5l2 2',
  people:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z M1.5 13.5a4.5 4.5 0 0 1 9 0 M10.5 3.2a2.5 2.5 0 0 1 0 4.6 M12 9.7a4.5 4.5 0 0 1 2.5 3.8',
  settings:
    'M2 4.5h6 M12 4.5h2 M10 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z M2 11.5h2 M8 11.5h6 M6 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  alert: 'M8 5v3.6 M8 11v.1 M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4Z',
  chevron: 'm6 3.5 4.5 4.5L6 12.5',
  menu: 'M2.5 4.5h11 M2.5 8h11 M2.5 11.5h11',
  close: 'M4 4l8 8 M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8z M10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  signOut: 'M6 2.5H3v11h3 M7 8h6.5 M11 5.5 13.5 8 11 10.5',
  arrow: 'M3 8h9.5 M9 4.5 12.5 8 9 11.5',
}

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
