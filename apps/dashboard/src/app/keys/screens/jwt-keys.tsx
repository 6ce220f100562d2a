import { useState } from 'react'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyableId, kid } from '../../ui/copy.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { KeyList } from './key-list.tsx'

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const

/** Lists the public keys that verify end-user tokens. */
export function JwtKeys() {
  const { queries, actions, store } = useProject()
  const [isRegistering, setIsRegistering] = useState(false)
  const [isJwk, setIsJwk] = useState(false)
  const register = useAction(
    (form: FormData) => actions.createJwtKey(readJwtKey(form)),
    async () => {
      await store.invalidate(queries.jwtKeys().key)
      setIsRegistering(false)
    },
  )

  return (
    <DashboardPage
      title="JWT keys"
      intro="Public keys that verify the tokens your backend signs for your users."
      actions={
        <Button changes tone="primary" onClick={() => setIsRegistering(true)}>
          Register JWT key
        </Button>
      }
    >
      <KeyList
        caption="JWT keys"
        query={queries.jwtKeys()}
        empty={
          <Empty title="No JWT keys yet">Register a public key to authenticate your users.</Empty>
        }
        naming={[
          {
            title: 'Label',
            width: 'm',
            sortBy: ({ label }) => label,
            render: ({ label }) => <Name>{label}</Name>,
          },
          {
            title: 'Key ID (kid)',
            render: ({ id }) => <CopyableId what={kid}>{id}</CopyableId>,
          },
          {
            title: 'Algorithm',
            width: 'xs',
            isSecondary: true,
            render: ({ algorithm }) => algorithm,
          },
        ]}
        facts={[
          {
            title: 'Created',
            width: 's',
            isSecondary: true,
            sortBy: ({ createTime }) => createTime,
            render: ({ createTime }) => <Time at={createTime} />,
          },
          {
            title: 'Last used',
            width: 's',
            sortBy: ({ lastUseTime = '' }) => lastUseTime,
            render: ({ lastUseTime }) => <Time at={lastUseTime} otherwise="Never" />,
          },
        ]}
        setActive={actions.setJwtKeyActive}
        remove={actions.deleteJwtKey}
        consequence="Tokens signed with this key will be rejected."
      />
      {isRegistering && (
        <FormDialog
          title="Register JWT key"
          doIt="Register"
          action={register}
          onClose={() => setIsRegistering(false)}
        >
          <TextField label="Label" name="label" required maxLength={255} />
          <div className="field">
            <label htmlFor="algorithm">Algorithm</label>
            <select id="algorithm" name="algorithm">
              {algorithms.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
          <TextArea
            label="Public key"
            name={isJwk ? 'publicKeyJwk' : 'publicKeyPem'}
            onChange={({ target }) => setIsJwk(target.value.trim().startsWith('{'))}
            rows={6}
            required
            spellCheck={false}
            hint="PEM or JWK. Never enter the private key here."
          />
        </FormDialog>
      )}
    </DashboardPage>
  )
}

function readJwtKey(form: FormData) {
  const jwk = form.get('publicKeyJwk')
  return {
    label: String(form.get('label')),
    algorithm: algorithms.find((name) => name === form.get('algorithm')) ?? algorithms[0],
    ...(jwk
      ? { publicKeyJwk: parseJwk(String(jwk)) }
      : { publicKeyPem: `${String(form.get('publicKeyPem')).trim()}\n` }),
  }
}

/** Invalid JSON is left for the server to reject, which explains it better. */
function parseJwk(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
