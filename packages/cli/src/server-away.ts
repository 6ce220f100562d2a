import { CommandError } from './terminal.ts'

/** Nobody answers at the address, or only somebody on the way there. */
export class ServerAway extends CommandError {}
