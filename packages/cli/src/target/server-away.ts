import { CommandError } from '../terminal/terminal.ts'

/** The server is unreachable, or only a proxy answered. */
export class ServerAway extends CommandError {}
