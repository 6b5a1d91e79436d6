import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * Where a batch stands among those that its organization made, from 1 on: what pages of batches go on after. `place`, which all
 * organizations share, would show what others do.
 *
 * A trigger counts, also for processes of the version before. Batches are made in the organization's turn, one after the other.
 * `place`, `number` and their indexes are those processes' alone: they may go a minor version later.
 */
const statements = [
  "alter table hangtag_batch add column ordinal integer",
  // the owner is bound to an organization as well, and this is about all of them
  "alter table hangtag_batch no force row level security",
  `update hangtag_batch b set ordinal = n.ordinal
    from (select organization, batch_key, row_number() over (partition by organization order by place) as ordinal
      from hangtag_batch) n
    where n.organization = b.organization and n.batch_key = b.batch_key`,
  "alter table hangtag_batch force row level security",
  "alter table hangtag_batch alter column ordinal set not null",
  "create unique index hangtag_batch_ordinal on hangtag_batch (organization, ordinal)",
  `create function hangtag_number_batch() returns trigger language plpgsql as $$
    begin
      select coalesce(max(b.ordinal), 0) + 1 into new.ordinal from hangtag_batch b where b.organization = new.organization;
      return new;
    end $$`,
  `create trigger hangtag_number_batch before insert on hangtag_batch for each row when (new.ordinal is null)
    execute function hangtag_number_batch()`,
]

export const batchOrdinals = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
