import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureChromium } from '../../scripts/chromium.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-'))
})
afterAll(() => rm(folder, { recursive: true }))

const wouldInstall = process.getuid?.() === 0 && !existsSync(chromium.executablePath())

it.runIf(wouldInstall)(
  'waits while another process installs packages on a new machine',
  async () => {
    const calls = join(folder, 'calls')
    const installed = join(folder, 'chromium')
    const apt = join(folder, 'apt-get')
    await writeFile(
      apt,
      `#!/bin/sh
echo "$1" >> ${calls}
if [ "$(/usr/bin/wc -l < ${calls})" -lt 4 ]; then
  echo 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 8966 (apt-get)' >&2
  exit 100
fi
[ "$1" = install ] || exit 0
printf '#!/bin/sh\\nexit 0\\n' > ${installed}
/bin/chmod +x ${installed}
`,
    )
    await chmod(apt, 0o755)

    const found = await ensureChromium({ PATH: folder })

    expect(found).toBe(installed)
    expect((await readFile(calls, 'utf8')).trim().split('\n')).toEqual([
      ...Array<string>(4).fill('update'),
      'install',
    ])
  },
)
