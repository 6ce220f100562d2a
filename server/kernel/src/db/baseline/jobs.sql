create table engine_processes (
  key integer generated always as identity primary key,
  worker_ids text[] not null,
  start_time timestamptz not null default now(),
  -- Time of the last heartbeat: a process that stands still keeps its connection, and with it the
  -- lock that shows that it runs.
  beat_time timestamptz,
  -- Set in rows that only keep the worker IDs of an ended process.
  ended_time timestamptz
);

-- Tenants enqueue jobs by functions: their role has no rights on the tables of the job library.
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
