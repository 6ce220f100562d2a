/** A setting or credential of a destination, named like the member in the API. */
export interface DestinationField {
  name: string
  label: string
  hint?: string
  placeholder?: string
  isRequired?: true
  /** A credential that is no secret by itself. */
  isShown?: true
  /** Whether it is on or off. */
  isFlag?: true
  /** The values to choose from; the placeholder stands for none of them. */
  options?: readonly string[]
  /** A text of several lines. */
  isMultiline?: true
  /** A whole number. */
  isNumber?: true
  /** For special cases, which forms fold. */
  isAdvanced?: true
}

/** What forms ask for to create a destination of a type. */
export interface DestinationForm {
  /** Name of the type. */
  title: string
  /** What is shown as its address if the first setting is empty. */
  defaultAddress: string
  settings: readonly DestinationField[]
  secrets: readonly DestinationField[]
}
