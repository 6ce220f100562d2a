/** The dashboard's logo: two links of a chain. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="m13.5 18.5 5-5m-4-2.7 1.6-1.6a4.7 4.7 0 0 1 6.7 6.7l-1.6 1.6m-3.7 3.7-1.6 1.6a4.7 4.7 0 0 1-6.7-6.7l1.6-1.6" />
    </svg>
  )
}
