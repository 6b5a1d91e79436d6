import type { HangtagError } from "@hangtag/core"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BasePath } from "../validation/basePath.ts"
import { answer } from "./answer.ts"
import { linkTo } from "./nextPage.ts"
import { ok } from "./wireJson.ts"

/** A request with a place that the page asked for comes after. */
interface Paged {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly query: Readonly<Record<string, string | number | boolean | undefined>> & {
    readonly after?: string | undefined
  }
}

/** Answers with a page of a list, and in `Link` where the next one is; `written` is how a link has a place. */
export const listAnswer = <Place, Page extends { readonly next: Place | null }, R>(
  { request, query }: Paged,
  usecase: Effect.Effect<Page, HangtagError, R>,
  written: (place: Place) => string,
) =>
  Effect.flatMap(BasePath, (basePath) =>
    answer(
      usecase,
      ({ next: _, ...page }) => Effect.succeed(ok(page)),
      ({ next }) => linkTo(basePath + request.url, query, next === null ? null : written(next)),
    ),
  )

/** How a link has a key. */
export const asIs = (key: string): string => key
