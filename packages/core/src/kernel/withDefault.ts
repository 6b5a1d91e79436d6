import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A member that may be left out, and what that means: in every door, and in the OpenAPI document. */
export const withDefault = <S extends Schema.Top>(schema: S, value: NoInfer<S["Type"]>) =>
  Schema.withDecodingDefaultTypeKey<S["Rebuild"]>(Effect.succeed(value))(
    schema.annotateKey({ default: value }),
  )

/** A member that is null where it is left out. */
export const orNull = <S extends Schema.Top>(schema: S) =>
  Schema.NullOr(schema).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null)))
