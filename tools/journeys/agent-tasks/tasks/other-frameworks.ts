import { fromDocs } from '../../support/from-docs.ts'
import { scoreBackend } from '../score-backend.ts'
import type { AgentTask, TaskPlace } from '../task.ts'
import type { TaskServer } from '../task-server.ts'
import { findGo, installFastApi, installNext, type Toolchain } from '../toolchains.ts'
import { describeBackend, registerClientCommand } from './describe-backend.ts'

/** An empty folder, and Next.js. */
export const nextApp = (server: TaskServer): AgentTask => {
  let copied: string
  return {
    name: 'new app in Next',
    prompt: (place) =>
      describeBackend(
        place,
        'Build an app in Next.js that integrates Salesforce, in this empty folder.',
        {
          start:
            '`./node_modules/.bin/next build` must succeed, and `./node_modules/.bin/next start`',
          installed: 'next, react and react-dom are installed.',
        },
      ),
    async install() {
      copied = await installNext()
    },
    prepare: () => server.place({ copied, env: { NEXT_TELEMETRY_DISABLED: '1' } }),
    script: ({ project, baseUrl }) => [
      `platform init --framework next --project ${project} --base-url ${baseUrl}`,
      registerClientCommand,
      'platform deploy',
    ],
    score: (place) =>
      scoreBackend(place, {
        build: './node_modules/.bin/next build',
        start: 'exec ./node_modules/.bin/next start --hostname localhost',
      }),
  }
}

interface OfLanguage {
  name: string
  language: string
  install: () => Promise<Toolchain>
  installed: string
  /** Page of the docs that shows the backend, and the file that it is in. */
  page: string
  file: string
  /** Commands of the page that come after the file. */
  commands: readonly string[]
  build?: string
  start: string
}

const toTask =
  ({ name, language, install, installed, page, file, commands, build, start }: OfLanguage) =>
  (server: TaskServer): AgentTask => {
    let toolchain: Toolchain
    return {
      name,
      prompt: (place) =>
        describeBackend(
          place,
          `Build a backend in ${language} that integrates Salesforce, in this empty folder.`,
          {
            start: build ? `\`${build}\` must succeed, and \`${start}\`` : `\`${start}\``,
            installed,
          },
        ),
      async install() {
        toolchain = await install()
      },
      prepare: () => server.place({ toolchain }),
      async script() {
        return [
          'platform destinations create inbox --pull --save-to .env',
          'platform jwt-keys create --save-to .env',
          registerClientCommand,
          writeFileCommand('platform.yaml', await fromDocs(page, '# platform.yaml')),
          'platform deploy',
          writeFileCommand(file, await fromDocs(page, 'PLATFORM_JWT_KEY_ID')),
          ...commands,
        ]
      },
      score: (place: TaskPlace) => scoreBackend(place, { ...(build && { build }), start }),
    }
  }

const writeFileCommand = (file: string, text: string) => `cat > ${file} <<'END'\n${text}END`

/** An empty folder, and Python with FastAPI. */
export const fastApiApp = toTask({
  name: 'new app in FastAPI',
  language: 'FastAPI',
  install: installFastApi,
  installed: 'fastapi, uvicorn, python-dotenv and PyJWT are installed for python3.',
  page: 'start/fastapi.md',
  file: 'main.py',
  commands: [],
  start: 'exec python3 -m uvicorn main:app --env-file .env --port $PORT',
})

/** An empty folder, and Go. */
export const goApp = toTask({
  name: 'new app in Go',
  language: 'Go, with its standard library,',
  install: findGo,
  installed: 'Go is installed.',
  page: 'start/go.md',
  file: 'main.go',
  commands: ['go mod init larkfield.example/backend', 'go vet .'],
  build: 'go build -o server .',
  start: 'set -a && . ./.env && set +a && exec ./server',
})
