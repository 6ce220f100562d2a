/** Baseline: the statements of the API behind Fastify without any of our layers. */
import fastify from 'fastify'
import pg from 'pg'
import { newId } from '../../../server/kernel/src/db/new-id.ts'

const [projectId] = process.argv.slice(2) as [string]
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 20,
  options: '-c role=platform -c platform.tenant=*',
})
const http = fastify()

http.get<{ Params: { id: string } }>('/topics/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'get',
    text: 'select * from topics where id = $1',
    values: [request.params.id],
  })
  return rows[0]
})

const insert = (name: string) => ({
  name: 'insert',
  text: `insert into topics (id, project_id, name) values ($1, $2, $3)
         on conflict (project_id, name) do nothing
         returning *`,
  values: [newId('top'), projectId, name],
})

http.post<{ Body: { name: string } }>('/topics', async (request, reply) => {
  const { rows } = await pool.query(insert(request.body.name))
  return reply.code(201).send(rows[0])
})

/** With an audit entry in the same transaction. */
http.post<{ Body: { name: string } }>('/recorded-topics', async (request, reply) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(insert(request.body.name))
    await client.query({
      name: 'record',
      text: `insert into audit_log (id, org_id, project_id, actor_kind, actor_id, actor_label, action,
               target, request_id, ip, after)
             values ($1, 'org_acme', $2, 'api-key', 'key_acme', 'full', 'createTopic', $3, $4, $5, $6)`,
      values: [
        newId('aud'),
        projectId,
        request.url,
        request.id,
        request.ip,
        JSON.stringify(rows[0]),
      ],
    })
    await client.query('commit')
    return reply.code(201).send(rows[0])
  } finally {
    client.release()
  }
})

await http.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (http.server.address() as { port: number }).port })
