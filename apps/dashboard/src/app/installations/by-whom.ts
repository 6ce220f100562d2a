/** Formats an actor: `builder:ana@acme.example`, `consumer:user-7`, or a backend's label. */
export function byWhom(by = 'api:'): string {
  const [kind, name] = by.split(/:(.*)/s)
  switch (kind) {
    case 'api':
    case 'api-key':
      return 'by your backend'
    case 'builder':
    case 'consumer':
      return `by ${name}`
    default:
      return `by ${by}`
  }
}
