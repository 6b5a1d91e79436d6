import { HangtagError } from "@hangtag/client"
import type { ComponentChildren } from "preact"
import type { Asked } from "../app/useAsk.ts"
import { messageOf } from "../format/messageOf.ts"
import { Button } from "./Button.tsx"

/** What is there when there is nothing: what it would be, and what to do. */
export const Empty = ({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class="state">
    <h2>{title}</h2>
    {children}
  </div>
)

export const Waiting = ({ label = "Loading" }: { readonly label?: string }) => (
  <div class="waiting" role="status">
    <span aria-hidden="true" />
    <span aria-hidden="true" />
    <span aria-hidden="true" />
    <b class="unseen">{label}…</b>
  </div>
)

const titleOf = (error: Error): string => {
  // what the page finds itself it says in a sentence
  if (!(error instanceof HangtagError))
    return error.name === "Error" ? "That cannot be done" : "This page has a fault"
  if (error.status === 403) return "You are not permitted to see this"
  if (error.status === 404) return "There is no such thing"
  if (error.status === 429) return "Too much at once"
  return error.status >= 500 ? "The server could not answer" : "That cannot be asked for"
}

interface FailureProps {
  readonly error: Error
  readonly title?: string
  readonly again?: () => void
}

/** What went wrong, in the server's words, and the way on. */
export const Failure = ({ error, title = titleOf(error), again }: FailureProps) => (
  <div class="state failure" role="alert">
    <h2>{title}</h2>
    <p>{messageOf(error)}</p>
    {error instanceof HangtagError && error.requestId !== undefined && (
      <p>
        Request id for the operator: <code>{error.requestId}</code>
      </p>
    )}
    {again && <Button onClick={again}>Try again</Button>}
  </div>
)

interface AnswerProps<A> {
  readonly of: Asked<A>
  readonly label?: string
  readonly children: (data: A) => ComponentChildren
}

/** An answer, or how it stands with it. */
export const Answer = <A,>({ of: { data, error, again }, label, children }: AnswerProps<A>) => {
  if (error !== undefined) return <Failure error={error} again={again} />
  return data === undefined ? <Waiting {...(label && { label })} /> : children(data)
}
