import { TextArea } from './field.tsx'

interface OriginsFieldProps {
  origins?: readonly string[]
  /** Explains what the origins restrict, and the meaning of an empty list. */
  hint: string
}

/** Input for origins, one per line. */
export function OriginsField({ origins = [], hint }: OriginsFieldProps) {
  return (
    <TextArea
      label="Origins"
      name={fieldName}
      rows={3}
      defaultValue={origins.join('\n')}
      placeholder="https://app.example.com"
      spellCheck={false}
      autoCapitalize="off"
      hint={`One per line. ${hint} https://*.example.com matches one subdomain level.`}
    />
  )
}

/** Named as in the API, so that its errors are shown here. */
const fieldName = 'allowedOrigins'

export const parseOrigins = (form: FormData): string[] =>
  String(form.get(fieldName) ?? '')
    .split(/\s+/)
    .filter((origin) => origin !== '')
