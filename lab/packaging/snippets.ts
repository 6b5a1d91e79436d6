/** A block of TypeScript in a README, and the block of text after it: what it prints. */
export interface Snippet {
  readonly code: string
  readonly output: string
}

/** The runnable code of a README. */
export const snippets = (markdown: string): ReadonlyArray<Snippet> =>
  [...markdown.matchAll(/^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/gms)].map(([, code, output]) => ({
    code: code!,
    output: output!,
  }))
