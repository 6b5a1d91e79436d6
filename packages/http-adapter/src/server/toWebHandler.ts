import type { Built } from "@hangtag/core/adapter"
import { type DoorOptions, makeDoor } from "./door.ts"
import { type HostPrincipal, hostAuthenticator } from "./hostAuthenticator.ts"

/** How a Fetch handler serves; every limit is on by default. */
export interface WebHandlerOptions<Given> extends DoorOptions {
  /** Who calls, from the request and what the host gives along with it: its framework's context, say. */
  readonly authenticate?: (request: Request, context: Given) => HostPrincipal | Promise<HostPrincipal>
}

/** Answers a request; `undefined` where it is for others. */
export type WebHandler<Given> = (request: Request, context?: Given) => Promise<Response | undefined>

/** What is behind the host of an absolute URL. */
const targetOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * The operations as a handler of web requests: for Hono, Next's route handlers, Bun, Deno and their like.
 *
 * Requests that are none of ours, CORS preflights included, give `undefined`, so that routes of the host's own stand
 * beside. Limits on bodies, time and calls are on. Throws where it is unknown who calls; rejects where the request's
 * body was read before.
 *
 * An answer is made whole before the host has it. How long it is held for a client that does not read is the host's to
 * bound: nothing here sees connections.
 */
export const toWebHandler = <Given = unknown>(
  hangtag: Built,
  { authenticate, ...options }: WebHandlerOptions<Given>,
): WebHandler<Given> => {
  const door = makeDoor(
    hangtag,
    options,
    authenticate &&
      hostAuthenticator(({ request, context }) => authenticate(request as Request, context as Given)),
  )
  return async (request, context) => {
    const { method, url } = request
    const isPreflight = method === "OPTIONS" && request.headers.has("access-control-request-method")
    const arrival = { method, target: targetOf(url), request, context }
    if (!door.isOurs(arrival, isPreflight)) return undefined
    if (request.bodyUsed) {
      throw new TypeError(
        "The request's body was read before Hangtag's handler saw it: give it the request unread",
      )
    }
    return door.answer(request, arrival)
  }
}
