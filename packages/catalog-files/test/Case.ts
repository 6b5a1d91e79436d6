/** A row of a decision table: what is given, what must come of it, and why the rule is so. */
export interface Case<Given, Expect> {
  readonly name: string
  readonly given: Given
  readonly expect: Expect
  readonly why: string
}
