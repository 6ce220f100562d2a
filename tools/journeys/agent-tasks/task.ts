import type { TaskShell } from './shell.ts'

/** One task for a coding agent: a prompt, a start state, and a score that the server decides about. */
export interface AgentTask {
  name: string
  /** What the agent is asked to do. */
  prompt(place: TaskPlace): string
  /**
   * Installs programs that the task needs besides Node; rejects if that is not possible. Scripted agents do such a
   * task only in the long form of the tests.
   */
  install?(): Promise<void>
  /** Brings about the start state, in the folder and on the server. */
  prepare(): Promise<TaskPlace>
  /** Commands with which the scripted agent does it. */
  script(place: TaskPlace): readonly string[] | Promise<readonly string[]>
  /** Asks the server what was achieved. Returns what is missing, as sentences; none if the task is done. */
  score(place: TaskPlace): Promise<string[]>
  /** Ends what `prepare` started. */
  end?(): void
}

/** Where a task is done: a folder and a project of a running server. */
export interface TaskPlace {
  folder: string
  baseUrl: string
  project: string
  /** Requests the API with all rights of the project. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply>
  /** The agent's shell, which the score uses too, to start what the agent wrote. */
  shell: TaskShell
  /** Port at which the agent's server listens. */
  port: number
}

/** Does tasks. */
export interface CodingAgent {
  /** Returns how many commands it ran, and why it ended. */
  work(task: AgentTask, place: TaskPlace): Promise<{ steps: number; end: string }>
}

/** Runs the commands that each task contains. */
export const scriptedAgent: CodingAgent = {
  async work(task, place) {
    const commands = await task.script(place)
    for (const command of commands) {
      const { exitCode, output } = await place.shell.run(command)
      if (exitCode !== 0) throw new Error(`${command}\nexited with ${exitCode}: ${output}`)
    }
    return { steps: commands.length, end: 'done' }
  },
}
