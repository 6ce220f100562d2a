import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Limit of the API for the logo as a data URL. */
const maxChars = 100_000

interface LogoFieldProps {
  label: string
  hint: string
  value: string | undefined
  onChange: (logo: string | undefined) => void
}

/** Reads an image file into a data URL. */
export function LogoField({ label, hint, value, onChange }: LogoFieldProps) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const read = async (file: File | undefined) => {
    if (!file) return
    const url = await toDataUrl(file)
    const isImage = /^data:image\/(png|jpeg|webp|svg\+xml);base64,/.test(url)
    if (!isImage) return setFault(`${file.name} is not a PNG, JPEG, WebP or SVG image.`)
    if (url.length > maxChars) {
      const kilobytes = Math.ceil(file.size / 1000)
      return setFault(`${file.name} has ${kilobytes} kB. Use an image of at most 74 kB.`)
    }
    setFault(undefined)
    return onChange(url)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {value && (
        <div className="row">
          <img className="preview-logo" src={value} alt={`Current ${label.toLowerCase()}`} />
          <Button aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange(undefined)}>
            Remove
          </Button>
        </div>
      )}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-describedby={`${id}-hint`}
        aria-invalid={fault !== undefined || undefined}
        onChange={({ target: { files } }) => {
          read(files?.[0]).catch(() => setFault('The file could not be read. Choose it again.'))
        }}
      />
      <p id={`${id}-hint`} className={fault ? 'field-error' : 'hint'}>
        {fault ?? hint}
      </p>
    </div>
  )
}

const toDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('No content.')))
    reader.readAsDataURL(file)
  })
