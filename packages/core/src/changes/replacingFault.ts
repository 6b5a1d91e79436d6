import { InvalidRequest } from "../kernel/errors.ts"

/** A batch is filled, or another takes its place; never both. */
export const replacingFault = (batch_key: string | null, replaces: string | null) =>
  batch_key === null || replaces === null
    ? undefined
    : new InvalidRequest({
        fields: [
          {
            loc: ["replaces"],
            type: "value_error",
            msg: "Value error, a batch that is filled replaces none: leave out batch_key or replaces",
            input: replaces,
          },
        ],
      })
