/** The same statements behind Fastify without any of our layers: what the API is compared with. */
import fastify from 'fastify'
import pg from 'pg'
import { newId } from '../../packages/server/src/db/new-id.ts'

const [projectId] = process.argv.slice(2) as [string]
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 20,
  options: '-c role=platform -c platform.tenant=*',
})
const http = fastify()

http.get<{ Params: { id: string } }>('/apps/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'get',
    text: 'select * from provider_apps where id = $1',
    values: [request.params.id],
  })
  return { ...rows[0], client_secret: undefined }
})

http.post<{ Body: { externalRef: string; clientId: string; clientSecret: string } }>(
  '/apps',
  async (request, reply) => {
    const { externalRef, clientId, clientSecret } = request.body
    const { rows } = await pool.query({
      name: 'insert',
      text: `insert into provider_apps (id, project_id, provider, external_ref, client_id, client_secret)
             values ($1, $2, 'salesforce', $3, $4, $5)
             on conflict (project_id, provider, external_ref) do nothing
             returning *`,
      values: [newId('papp'), projectId, externalRef, clientId, Buffer.from(clientSecret)],
    })
    return reply.code(201).send({ ...rows[0], client_secret: undefined })
  },
)

await http.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (http.server.address() as { port: number }).port })
