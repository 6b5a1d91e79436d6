/** What of a table an organization's scope sees and writes; every table has it. */
export const organization = "using (organization = nullif(current_setting('hangtag.organization', true), ''))"

/** What single tables show besides: to who claims jobs, and to housekeeping. */
export const policies = {
  claiming: {
    table: "hangtag_job",
    name: "claiming",
    definition: `for update
    using (current_setting('hangtag.claiming', true) = 'on' and status in ('queued', 'running'))
    with check (current_setting('hangtag.claiming', true) = 'on' and status = 'running')`,
  },
  jobs: {
    table: "hangtag_job",
    name: "housekeeping",
    definition: "for select using (current_setting('hangtag.housekeeping', true) = 'on')",
  },
  expiredRequests: {
    table: "hangtag_repeatable_request",
    name: "housekeeping",
    definition: `for select
    using (current_setting('hangtag.housekeeping', true) = 'on' and expires_at <= extract(epoch from now()) * 1e6)`,
  },
  discarded: {
    table: "hangtag_batch",
    name: "housekeeping",
    definition: `for select
    using (current_setting('hangtag.housekeeping', true) = 'on' and status = 'discarded')`,
  },
  discoveries: {
    table: "hangtag_crawl_discovery",
    name: "housekeeping",
    definition: "for select using (current_setting('hangtag.housekeeping', true) = 'on')",
  },
  frozen: {
    table: "hangtag_frozen",
    name: "housekeeping",
    definition: "for select using (current_setting('hangtag.housekeeping', true) = 'on')",
  },
} as const

type Policy = (typeof policies)[keyof typeof policies]

export const createPolicy = ({ table, name, definition }: Policy): string =>
  `create policy ${name} on ${table} ${definition}`
