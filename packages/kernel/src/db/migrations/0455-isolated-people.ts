import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/**
 * Isolates what the code alone kept apart: organizations, projects, people and jobs. A tenant sees
 * itself, an organization its members. Jobs go through functions: the role that serves tenants has no
 * rights on the tables of the job library.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await isolateTenants(db, 'organizations', 'id')
  await isolateTenants(db, 'projects', 'id')
  await sql`
    alter table builders enable row level security;
    alter table builders force row level security;
    create policy tenant on builders using (
      (select current_tenant()) = '*'
      -- Of which a tenant sees its own.
      or exists (select from memberships m where m.builder_id = builders.id));

    create function must_be_own_job(job_project_id text) returns void language plpgsql stable
      set search_path = pg_catalog, pg_temp as $$
    begin
      if public.current_tenant() in (job_project_id, '*') then return; end if;
      raise exception 'The job is of another tenant.' using errcode = 'insufficient_privilege';
    end $$;

    create function must_be_own_key(job_key text) returns void language plpgsql stable
      set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.must_be_own_job(job.payload ->> 'projectId')
        from graphile_worker._private_jobs job where job.key = job_key;
    end $$;

    create function enqueue_job(identifier text, payload json, run_at timestamptz,
      max_attempts int, job_key text, queue_name text, job_key_mode text)
      returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.must_be_own_job(payload ->> 'projectId');
      perform public.must_be_own_key(job_key);
      perform graphile_worker.add_job(identifier, payload := payload, run_at := run_at,
        max_attempts := max_attempts, job_key := job_key, queue_name := queue_name,
        job_key_mode := job_key_mode);
    end $$;

    create function dequeue_job(job_key text)
      returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.must_be_own_key(job_key);
      perform graphile_worker.remove_job(job_key);
    end $$;
  `.execute(db)
}
