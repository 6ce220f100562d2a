import { hash, randomBytes } from 'node:crypto'
import type { ConnectSessionId, ProjectId } from '@platform/contract'
import { sql, type Insertable } from 'kysely'
import {
  generateAgentToken,
  generateApprovalLinkToken,
  generateConnectLinkToken,
} from '@platform/kernel/access'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import type { AnyView, Database } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { givenTenant, testApi } from './test-api.ts'
import { testDatabase } from './test-database.ts'

export type TwoTenants = Awaited<ReturnType<typeof givenTwoTenants>>

/** Both tenants use the same references for groups, people and keys. */
const groupRef = 'globex'
const consumerRef = 'hank'

const hashText = (text: string) => hash('sha256', text, 'buffer')
const future = () => new Date(Date.now() + 3_600_000)

/**
 * Creates two tenants on one server, with a row of each in every table with tenants. No background
 * work runs, so every change comes from the test.
 */
export async function givenTwoTenants(on: { database?: Database; masterKey?: string } = {}) {
  const database = on.database ?? (await testDatabase())
  const api = await testApi(database, on)
  const everything = database.everything
  const insert = <Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>) =>
    everything.insertInto(table).values(row).execute()

  /** A session that waits for its browser. */
  async function givenSession(
    { projectId, providerAppId }: { projectId: ProjectId; providerAppId: `papp_${string}` },
    { state, expireTime = future() }: { state: string; expireTime?: Date },
  ): Promise<ConnectSessionId> {
    const id = newId('csn')
    await insert('connectSessions', {
      id,
      projectId,
      provider: 'hubspot',
      providerAppId,
      connectionId: null,
      groupRef,
      groupName: null,
      consumerRef,
      consumerName: null,
      providerWorkspaceRef: null,
      providerMetadata: '{}',
      stateHash: hashText(state),
      browserHash: hashText('browser'),
      codeVerifier: null,
      origin: null,
      error: null,
      expireTime,
    })
    return id
  }

  /** An unclaimed delivery to the tenant's destination. */
  async function givenDelivery(
    { projectId, destinationId }: { projectId: ProjectId; destinationId: `dest_${string}` },
    { holder, dueTime }: { holder?: number; dueTime?: Date } = {},
  ) {
    const eventId = newId('evt')
    const type = 'connection.created'
    await insert('events', { id: eventId, projectId, type, body: '{}' })
    await insert('deliveries', {
      destinationId,
      eventId,
      projectId,
      type,
      holder: dueTime ? null : (holder ?? null),
    })
    if (dueTime) {
      await insert('queuedDeliveries', {
        destinationId,
        eventId,
        projectId,
        dueTime,
        holder: holder ?? null,
      })
    }
    return eventId
  }

  async function given(name: string) {
    const tenant = await givenTenant(api)
    const projectId = tenant.project.id
    const path = `/v1/projects/${projectId}`
    const apiKey = tenant.full.key
    const post = async (to: string, body: object, headers = {}) => {
      const reply = await api.call('POST', `${path}/${to}`, { apiKey, body, headers })
      if (reply.status >= 300) throw new Error(reply.text)
      return reply.body
    }

    const app = { provider: 'hubspot', clientId: 'id', clientSecret: 'secret' }
    const providerAppId = (await post('provider-apps', app)).id
    const destination = {
      name: 'webhook',
      type: 'webhook',
      metadata: { url: `https://${name}.test/` },
    }
    const destinationId = (await post('destinations', destination)).id
    const topic = await post('topics', { name: 'all' }, { 'idempotency-key': 'the same' })
    const eventType = 'connection.created'
    await post('notification-event-topic-routes', { topicId: topic.id, eventType })
    await post('topic-destination-routes', { topicId: topic.id, destinationId })
    const replayId = (await post('deliveries:replay', {})).replay.id

    const ids = {
      integration: newId('int'),
      revision: newId('rev'),
      connection: newId('conn'),
      installation: newId('inst'),
      config: newId('conf'),
      operation: newId('op'),
      download: newId('dl'),
      subscription: newId('sub'),
      agent: newId('agt'),
      connectLink: newId('clnk'),
      approval: newId('apr'),
    }
    const agentToken = generateAgentToken('access')
    const connectLinkToken = generateConnectLinkToken()
    const approvalLinkToken = generateApprovalLinkToken()
    const from = { projectId, groupRef, consumerRef }
    const objectName = 'Contact'
    await inTransaction(everything, async (tx) => {
      const into = <Table extends keyof Tables>(table: Table, row: object) =>
        tx
          .insertInto(table)
          .values(row as never)
          .execute()
      const { integration, revision, connection, installation, config, operation } = ids
      const createdBy = 'somebody'
      await into('integrations', {
        id: integration,
        projectId,
        name: 'crm',
        provider: 'hubspot',
        latestRevisionId: revision,
      })
      await into('revisions', {
        id: revision,
        projectId,
        integrationId: integration,
        specVersion: '1.0.0',
        content: '{}',
      })
      await into('groups', { projectId, groupRef, groupName: name })
      await into('consumers', { projectId, consumerRef, consumerName: name })
      await into('connections', {
        ...from,
        id: connection,
        provider: 'hubspot',
        providerAppId,
        authScheme: 'oauth2AuthorizationCode',
        status: 'working',
        credentials: randomBytes(40),
        accessExpireTime: new Date(),
        trialTime: new Date(),
      })
      await into('refreshLeases', {
        connectionId: connection,
        projectId,
        owner: 'nobody',
        fence: 1,
        expireTime: future(),
      })
      await into('providerBudgets', {
        projectId,
        key: 'calls',
        state: '{"shares":{}}',
        version: 1,
        expireTime: future(),
      })
      await into('installations', {
        id: installation,
        projectId,
        integrationId: integration,
        groupRef,
        connectionId: connection,
        configId: config,
        createdBy,
      })
      await into('configs', {
        id: config,
        projectId,
        installationId: installation,
        revisionId: revision,
        content: '{}',
        createdBy,
      })
      await into('pauses', {
        id: newId('pau'),
        projectId,
        installationId: installation,
        action: 'paused',
        createdBy,
      })
      await into('installationObjects', { installationId: installation, objectName, projectId })
      await into('operations', {
        id: operation,
        projectId,
        integrationId: integration,
        installationId: installation,
        configId: config,
        actionType: 'read',
        objectName,
        readType: 'triggered',
        status: 'in_progress',
        createTime: new Date(0),
      })
      await into('operationLogs', {
        id: newId('log'),
        projectId,
        operationId: operation,
        severity: 'info',
        message: '{}',
      })
      await into('subscriptions', {
        id: ids.subscription,
        projectId,
        provider: 'hubspot',
        connectionId: connection,
        delivery: 'pull',
        state: '{"data":{}}',
      })
      await into('subscribedInstallations', {
        installationId: installation,
        projectId,
        subscriptionId: ids.subscription,
        connectionId: connection,
        operationId: operation,
        objects: '[]',
        status: 'active',
      })
      await into('changeEvents', {
        connectionId: connection,
        projectId,
        eventHash: hashText('event'),
        objectName,
        recordId: '1',
        eventTime: new Date(),
        body: '{}',
      })
      await into('changeSweeps', {
        connectionId: connection,
        projectId,
        objectName,
        since: new Date(0),
        reason: 'some',
      })
      await into('readTurns', {
        operationId: operation,
        projectId,
        app: providerAppId,
        connectionId: connection,
        dueTime: future(),
      })
      await into('writes', {
        operationId: operation,
        projectId,
        installationId: installation,
        objectName,
        type: 'create',
        isBatch: false,
        allOrNone: false,
        headers: '{}',
        records: '[]',
        results: '[]',
      })
      await into('approvals', {
        id: ids.approval,
        ...{ projectId, operationId: operation, installationId: installation },
        ...{ integrationId: integration, integrationName: 'crm', provider: 'hubspot', groupRef },
        ...{ objectName, rawObjectName: objectName, type: 'create', recordCount: 1 },
        requestedBy: name,
        linkHash: hashText(approvalLinkToken),
        linkConsumerRef: consumerRef,
        expireTime: future(),
      })
      await into('upsertKeys', {
        connectionId: connection,
        keyHash: hashText('key'),
        projectId,
        holder: 'some',
        expireTime: future(),
      })
      await into('writtenRecords', {
        installationId: installation,
        objectName: 'contact',
        recordId: '1',
        projectId,
        writes: '[]',
        expireTime: future(),
      })
      await into('knownFields', {
        connectionId: connection,
        objectName,
        projectId,
        fieldNames: '[]',
      })
      await into('knownLabels', {
        connectionId: connection,
        objectName,
        projectId,
        labels: JSON.stringify([name]),
      })
      await into('customFields', {
        id: newId('cuf'),
        connectionId: connection,
        objectName,
        fieldName: 'tier',
        projectId,
        operationId: operation,
        displayName: name,
        valueType: 'string',
        action: 'none',
      })
      await into('watchedSchemas', {
        installationId: installation,
        objectName,
        projectId,
        connectionId: connection,
        fields: '{}',
      })
      const { key: objectKey } = await tx
        .insertInto('keptObjects')
        .values({ installationId: installation, objectName, projectId, lastTime: new Date() })
        .returning('key')
        .executeTakeFirstOrThrow()
      await into('keptRecords', {
        ...{ objectKey, recordId: '1', projectId, updateTime: new Date() },
        ...{ versionTime: null, size: 1, body: Buffer.from('x') },
      })
      await into('keptRemovals', { objectKey: -objectKey, projectId })
      await into('keptLimits', { projectId, isReached: false })
      await into('snapshotRecords', {
        projectId,
        installationId: installation,
        objectName,
        recordId: '1',
        hash: 'some',
        seenBy: operation,
      })
      await into('connectionRefreshes', {
        id: newId('ref'),
        projectId,
        connectionId: connection,
      })
      await into('pullStreams', { destinationId, projectId, head: 1 })
      await into('pullMessages', {
        destinationId,
        position: 1,
        projectId,
        eventId: earliestId('evt', 0),
        type: 'connection.created',
        size: 2,
        body: '{}',
      })
      await into('pullConsumers', { destinationId, projectId, name: 'reader', position: 0 })
      await into('deliveryHours', {
        projectId,
        destinationId,
        hour: new Date(),
        outcome: 'delivered',
        withinMs: 5,
        attempts: 1,
      })
      await into('installationHours', {
        projectId,
        installationId: installation,
        hour: new Date(),
        outcome: 'delivered',
        withinMs: 5,
        attempts: 1,
        records: 1,
      })
      await into('usageMonths', {
        projectId,
        groupRef,
        month: '2026-01-01',
        groupName: groupRef,
        messagesDelivered: 1,
        recordsDelivered: 1,
        messagesFailed: 0,
      })
      await into('heldResults', { projectId, installationId: installation, objectName, body: '{}' })
      await into('agents', {
        id: ids.agent,
        projectId,
        builderId: tenant.owner.id,
        builderEmail: `${name}@acme.test`,
        clientId: 'client',
        clientName: name,
        host: `${name}.test`,
        capabilities: ['read'],
        expireTime: future(),
      })
      await into('agentTokens', {
        hash: hashText(agentToken),
        agentId: ids.agent,
        projectId,
        kind: 'access',
        expireTime: future(),
      })
      await into('connectLinks', {
        id: ids.connectLink,
        projectId,
        integrationId: ids.integration,
        hash: hashText(connectLinkToken),
        groupRef,
        groupName: groupRef,
        consumerRef,
        consumerName: consumerRef,
        createdBy: name,
        expireTime: future(),
      })
      await into('branding', { projectId, content: '{}' })
      await into('downloads', {
        id: ids.download,
        projectId,
        eventId: newId('evt'),
        body: Buffer.from('{}'),
      })
      const invite = { orgId: tenant.org.id, invitedEmail: `${name}@guest.test` }
      await into('invites', {
        id: newId('inv'),
        ...invite,
        status: 'pending',
        expireTime: future(),
      })
      await into('claimedDomains', {
        id: newId('dom'),
        orgId: tenant.org.id,
        domain: `${name}.test`,
      })
      await enqueue(
        tx,
        'refresh-connection',
        { projectId, connectionId: connection },
        { key: `refresh-connection:${connection}`, runAt: future() },
      )
    })
    const own = {
      ...tenant,
      name,
      projectId,
      providerAppId,
      destinationId,
      replayId,
      agentToken,
      connectLinkToken,
      approvalLinkToken,
      ids,
    }
    await givenSession(own, { state: name })
    await givenDelivery(own, { dueTime: future() })
    return {
      ...own,
      /** Returns the tenant's rows of every table as JSON, restricted to what the view shows. */
      rows: (view?: AnyView) => selectRows(own, view),
    }
  }

  /** By table: rows of the project, of the organization, or of the organization's owner. */
  async function selectRows(
    { project, org, owner }: Awaited<ReturnType<typeof givenTenant>>,
    view: AnyView = everything,
  ): Promise<Record<string, string[]>> {
    const { rows: tables } = await sql<{ name: string; columns: string[] }>`
      select c.relname as name, array_agg(a.attname::text) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and a.attname in ('project_id', 'org_id', 'tenant_id')
       group by 1 order by 1`.execute(everything)
    const owned = tables.map(({ name, columns }) => {
      const conditions = columns.map(
        (column) => sql`${sql.ref(column)} in (${project.id}, ${org.id})`,
      )
      return sql`select ${name}::text as name, to_jsonb(t)::text as row from ${sql.table(name)} t
        where ${sql.join(conditions, sql` or `)}`
    })
    // Tenants have no rights on the tables of the job library: see db/tenants-role.test.ts.
    const jobs = sql`union all select 'jobs', to_jsonb(t)::text from graphile_worker._private_jobs t
                 where payload->>'projectId' = ${project.id}`
    const { rows } = await sql<{ name: string; row: string }>`
      ${sql.join(owned, sql` union all `)}
      union all select 'organizations', to_jsonb(t)::text from organizations t where id = ${org.id}
      union all select 'projects', to_jsonb(t)::text from projects t where id = ${project.id}
      union all select 'builders', to_jsonb(t)::text from builders t where id = ${owner.id}
      ${view === everything ? jobs : sql``}
      order by 1, 2`.execute(view)
    return Object.fromEntries(
      Object.entries(Object.groupBy(rows, ({ name }) => name)).map(([name, own]) => [
        name,
        own!.map(({ row }) => row),
      ]),
    )
  }

  return {
    api,
    database,
    mine: await given('mine'),
    theirs: await given('theirs'),
    givenSession,
    givenDelivery,
    hashOf: hashText,
    async close() {
      await api.close()
      await database.close()
    },
  }
}

/** Passes a connection that sees the rows of all tenants. */
export async function withClient<T>(
  { database }: TwoTenants,
  work: (client: Awaited<ReturnType<TwoTenants['database']['connect']>>) => Promise<T>,
): Promise<T> {
  const client = await database.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
