'use client'

interface ObjectChoicesProps {
  legend: string
  objects: { objectName: string; displayName: string }[]
  chosen: string[]
  onChange: (objectNames: string[]) => void
}

/** Checkboxes for objects. */
export function ObjectChoices({ legend, objects, chosen, onChange }: ObjectChoicesProps) {
  return (
    <fieldset className="plat-group" data-plat-part="objects">
      <legend className="plat-group-title">{legend}</legend>
      <ul className="plat-checks">
        {objects.map(({ objectName, displayName }) => (
          <li key={objectName}>
            <label className="plat-check">
              <input
                type="checkbox"
                checked={chosen.includes(objectName)}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, objectName]
                      : chosen.filter((name) => name !== objectName),
                  )
                }
              />
              <span>{displayName}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
