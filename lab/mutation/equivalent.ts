/** Mutants that no test can tell from the rule, and why. */
export const equivalent: ReadonlyArray<{
  readonly file: string
  readonly from: string
  readonly to: string | ReadonlyArray<string>
  readonly why: string
}> = [
  {
    file: "kernel/rules/amountRules.ts",
    from: "Number(a) === Number(b)",
    to: "true",
    why: "Doubles only spare the exact comparison where they differ.",
  },
  {
    file: "kernel/rules/amountRules.ts",
    from: "Number(a) > Number(b)",
    to: "Number(a) >= Number(b)",
    why: "Asked only where they differ.",
  },
  {
    file: "kernel/rules/amountRules.ts",
    from: "change < 0n",
    to: "change <= 0n",
    why: "A bigint has no negative zero.",
  },
]
