/** Replies that cannot be recorded without values of customers, with the reason as a clause. */
export class NotRecordable extends Error {
  constructor(reason: string) {
    super(`The object cannot be recorded: ${reason.replace(/\.$/, '')}.`)
    this.name = 'NotRecordable'
  }
}
