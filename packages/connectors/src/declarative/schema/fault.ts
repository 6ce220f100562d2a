/** What is wrong with a member of a file. */
export interface Fault {
  path: PropertyKey[]
  message: string
}
