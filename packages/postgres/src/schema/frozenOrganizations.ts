import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { frozenState } from "../database/failures.ts"
import { secured } from "./tables.ts"

/**
 * Organizations that take no writes. A write holds the lock of its organization in common with others until it commits, and
 * freezing takes it alone: what was being written is there when it is frozen, and nothing after it. Whether it is
 * frozen is looked up behind the lock, by a snapshot of its own, unless the transaction reads as of its begin.
 *
 * Freezing for its deletion lets through what says so (`hangtag.thawed`). A sequence that all organizations share is never
 * set back: it leaves room for what others take of it meanwhile.
 */
const statements = [
  `create table hangtag_frozen (
    organization text collate "C" not null, frozen_at bigint not null,
    reason text collate "C" not null check (reason in ('freeze', 'move', 'delete')), primary key (organization))`,
  ...secured("hangtag_frozen"),
  `create function hangtag_refuse_frozen() returns trigger language plpgsql as $$
    declare own text := nullif(current_setting('hangtag.organization', true), '');
    begin
      if own is null or current_setting('hangtag.thawed', true) = 'on' then return null; end if;
      perform pg_advisory_xact_lock_shared(hashtextextended('hangtag frozen ' || own, 0));
      if exists (select from hangtag_frozen f where f.organization = own) then
        raise exception using errcode = '${frozenState}', message = 'the organization takes no writes';
      end if;
      return null;
    end $$`,
  `create function hangtag_reach(of_table text, of_column text, up_to bigint) returns void language plpgsql security definer as $$
    declare numbers text := pg_get_serial_sequence(of_table, of_column);
    begin
      if of_table not like 'hangtag\\_%' or numbers is null or up_to > 1000000000000000 then
        raise exception 'no number of % may be %', of_table, up_to;
      end if;
      perform pg_advisory_xact_lock(hashtextextended('hangtag reach ' || numbers, 0));
      if nextval(numbers) < up_to then perform setval(numbers, up_to + 100000); end if;
    end $$`,
]

export const frozenOrganizations = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
