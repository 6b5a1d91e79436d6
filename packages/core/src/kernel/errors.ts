import * as Schema from "effect/Schema"
import { withoutControls } from "./keyFault.ts"

// All are pure to make: a bundle of one operation then has none of the others' errors.

/** A key that names nothing in the caller's organization, whether it exists in another one or not. */
export class NotFound extends /* @__PURE__ */ Schema.TaggedError<NotFound>()("NotFound", {
  resource: /* @__PURE__ */ Schema.Literals([
    "brand",
    "product",
    "colorway",
    "variant",
    "batch",
    "job",
    "crawl job",
    "crawl discovery",
    "price record",
    "price list",
    "file",
  ]),
  key: Schema.String,
}) {
  readonly retryable = false
  override get message() {
    return `No such ${this.resource}: ${withoutControls(this.key)}`
  }
}

/** A batch that was published takes no more records; make a new batch. */
export class BatchPublished extends /* @__PURE__ */ Schema.TaggedError<BatchPublished>()("BatchPublished", {
  batch_key: Schema.String,
}) {
  readonly retryable = false
  override get message() {
    return `Batch ${this.batch_key} is published and takes no more records; use an open batch`
  }
}

/** Another call is filling or publishing the batch and takes its time; the same call may succeed when that is done. */
export class BatchBusy extends /* @__PURE__ */ Schema.TaggedError<BatchBusy>()("BatchBusy", {
  batch_key: Schema.String,
}) {
  readonly retryable = true
  override get message() {
    // without a key it is a new one that waits for its turn
    const what = this.batch_key === "" ? "Another batch" : `Batch ${this.batch_key}`
    return `${what} is being changed by another call; try again when that is done`
  }
}

/** The batch cannot be what it is asked to be; `problem` says why, and what to do. */
export class BatchUnsuitable extends /* @__PURE__ */ Schema.TaggedError<BatchUnsuitable>()(
  "BatchUnsuitable",
  {
    batch_key: Schema.String,
    problem: Schema.String,
  },
) {
  readonly retryable = false
  override get message() {
    return `Batch ${this.batch_key} ${this.problem}`
  }
}

/** The job's file is asked for and there is none: the job has not completed, or ended otherwise. */
export class JobNotCompleted extends /* @__PURE__ */ Schema.TaggedError<JobNotCompleted>()(
  "JobNotCompleted",
  {
    job_id: Schema.String,
    status: Schema.String,
  },
) {
  readonly retryable = false
  override get message() {
    return `Job ${this.job_id} is ${this.status}; its file can be downloaded once it is completed`
  }
}

/** The file of the job was kept for as long as files are, and deleted then; or it was deleted in storage. */
export class FileExpired extends /* @__PURE__ */ Schema.TaggedError<FileExpired>()("FileExpired", {
  job_id: Schema.String,
}) {
  readonly retryable = false
  override get message() {
    return `The file of job ${this.job_id} has expired and was deleted; export again`
  }
}

/** A message that lists more is not read. */
const mostInMessage = 20

const listed = (texts: ReadonlyArray<string>, separator: string): string => {
  const more = texts.length - mostInMessage
  return [...texts.slice(0, mostInMessage), ...(more > 0 ? [`and ${more} more`] : [])].join(separator)
}

/** The caller is known and lacks the permission that the operation, or columns of an export, ask for. */
export class PermissionDenied extends /* @__PURE__ */ Schema.TaggedError<PermissionDenied>()(
  "PermissionDenied",
  {
    permission: Schema.String,
    /** The columns of an export that ask for it, by their names; left out where the operation itself does. */
    columns: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The caller has it, and is bound to price lists: the operation is for callers of every list. */
    every_list: Schema.optionalKey(Schema.Literal(true)),
  },
) {
  readonly retryable = false
  override get message() {
    if (this.every_list) return "This is for callers who are not bound to price lists"
    const required = `Permission ${this.permission} is required`
    if (this.columns === undefined) return required
    const names = this.columns.map((name) => JSON.stringify(name))
    return `${required} for the columns ${listed(names, ", ")}: leave them out, or have it granted`
  }
}

/** The call carries no credentials, or none that hold. */
export class Unauthenticated extends /* @__PURE__ */ Schema.TaggedError<Unauthenticated>()(
  "Unauthenticated",
  {
    /** For the caller. */
    reason: Schema.String,
    /** For the log, nothing of the credentials in it; the reason where left out. */
    why: /* @__PURE__ */ Schema.optionalKey(Schema.String),
  },
) {
  readonly retryable = false
  override get message() {
    return this.reason
  }
}

/** The organization asked for is not one of the caller's, or none was named and the caller has several. */
export class OrganizationDenied extends /* @__PURE__ */ Schema.TaggedError<OrganizationDenied>()(
  "OrganizationDenied",
  {},
) {
  readonly retryable = false
  override get message() {
    return "X-Organization-ID must name one of your organizations"
  }
}

/** One thing that is wrong with a request: where (`loc`, from the request's root), what, and the value found there. */
export const InvalidField = Schema.Struct({
  loc: /* @__PURE__ */ Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  type: Schema.String,
  msg: Schema.String,
  input: Schema.Unknown,
  ctx: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
})
export interface InvalidField extends Schema.Schema.Type<typeof InvalidField> {}

/** The request can never succeed as it is; every fault found is listed, the first `mostFaults` of them. */
export class InvalidRequest extends /* @__PURE__ */ Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  fields: /* @__PURE__ */ Schema.Array(InvalidField),
}) {
  readonly retryable = false
  override get message() {
    const faults = this.fields.map(({ loc, msg }) => (loc.length === 0 ? msg : `${loc.join(".")}: ${msg}`))
    return listed(faults, "; ")
  }
}

/** The call asks for more than one call may; nothing was done. Ask for less at once, in several calls. */
export class LimitExceeded extends /* @__PURE__ */ Schema.TaggedError<LimitExceeded>()("LimitExceeded", {
  /** Which one, by its name in `callLimits`. */
  limit: Schema.String,
  most: Schema.Int,
  /** What was asked for, or how far it was counted. */
  asked: Schema.Int,
  /** The member of the request that asks, where it is one alone. */
  loc: /* @__PURE__ */ Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  /** What is counted, for the message. */
  counts: Schema.String,
}) {
  readonly retryable = false
  override get message() {
    return `This asks for ${this.asked} ${this.counts}; one call may have ${this.most} (${this.limit}): ask for less at once`
  }
}

/** What is to be changed is no longer what the caller has seen; look again, and decide again. */
export class ChangedMeanwhile extends /* @__PURE__ */ Schema.TaggedError<ChangedMeanwhile>()(
  "ChangedMeanwhile",
  {
    resource: /* @__PURE__ */ Schema.Literals(["crawl discovery", "price policy", "price list"]),
    key: Schema.String,
  },
) {
  readonly retryable = false
  override get message() {
    return `The ${this.resource} ${this.key} has changed since you saw it`
  }
}

/** The key was used for another request; every request needs one of its own. */
export class IdempotencyKeyReused extends /* @__PURE__ */ Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  {},
) {
  readonly retryable = false
  override get message() {
    return "the key was used for another request; take a new one"
  }
}

/** The first request with this key is still being worked on; its answer can be had by asking again. */
export class IdempotencyKeyInUse extends /* @__PURE__ */ Schema.TaggedError<IdempotencyKeyInUse>()(
  "IdempotencyKeyInUse",
  {},
) {
  readonly retryable = true
  override get message() {
    return "A request with this Idempotency-Key is still being worked on; ask again for its answer"
  }
}

/** As many are open as may be at once: wait for one to end. */
export class TooManyOpen extends /* @__PURE__ */ Schema.TaggedError<TooManyOpen>()("TooManyOpen", {
  resource: /* @__PURE__ */ Schema.Literals(["export", "event stream", "large call", "batch"]),
  open: Schema.Int,
  limit: Schema.Int,
}) {
  readonly retryable = true
  override get message() {
    const { resource, open, limit } = this
    if (resource === "event stream")
      return `You follow ${open} jobs and may follow ${limit} at once; close a stream, or ask for the job now and then`
    const [what, then] = {
      export: ["open exports", "wait for one to end, or cancel one"],
      "large call": ["large calls open", "wait for one to end, or ask for less at once"],
      batch: ["open batches", "publish or discard one"],
    }[resource]
    return `The organization has ${open} ${what} and may have ${limit} at once; ${then}`
  }
}

/** A failed job cannot be given another life any more: what it was asked for was kept for as long as files are. */
export class RequestForgotten extends /* @__PURE__ */ Schema.TaggedError<RequestForgotten>()(
  "RequestForgotten",
  {
    job_id: Schema.String,
  },
) {
  readonly retryable = false
  override get message() {
    return `What job ${this.job_id} was asked for is not kept any more; export again`
  }
}

const frozenMessage = "The organization takes no writes while it is moved or looked after; try again later"

/** The operator has frozen the organization: it is read as ever, and takes no writes until that is done. */
export class OrganizationFrozen extends /* @__PURE__ */ Schema.TaggedError<OrganizationFrozen>()(
  "OrganizationFrozen",
  {
    organization: Schema.String,
  },
) {
  readonly retryable = true
  override get message() {
    return frozenMessage
  }
}

/** Something outside (database, storage, identity provider) did not answer; the same call may succeed later. */
export class Unavailable extends /* @__PURE__ */ Schema.TaggedError<Unavailable>()("Unavailable", {
  service: /* @__PURE__ */ Schema.Literals(["database", "storage", "queue", "authentication"]),
  operation: Schema.String,
  /** False when trying again cannot help before something is mended, a full disk say. */
  retryable: Schema.Boolean,
  cause: Schema.optionalKey(Schema.Defect()),
  /** Whether it is well, and takes no writes of the organization: operations fail with `OrganizationFrozen` then. */
  frozen: Schema.optionalKey(Schema.Boolean),
}) {
  override get message() {
    if (this.frozen === true) return frozenMessage
    return `The ${this.service} is unavailable (${this.operation})`
  }
}
