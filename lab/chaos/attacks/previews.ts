import type { Attack } from "./Attack.ts"

const preview = (product_key: string, lines: number) => ({
  path: "/api/pricing/map-policy/B/colorway-prefill",
  body: {
    product_key,
    color: "Black",
    lines: Array.from({ length: lines }, () => ({
      price_type: "MAP",
      amount: 99.9,
      effective_from: "2091-06-01",
    })),
  },
})

/** Lines are multiplied by variants, and by prices to come. */
export const previews: ReadonlyArray<Attack> = [
  { name: "preview: 20 lines × 1,500 variants", run: ({ send }) => send(preview("BIG", 20)) },
  { name: "preview: 3,000 lines × 1,500 variants", run: ({ send }) => send(preview("BIG", 3_000)) },
  { name: "preview: 14,000 lines × 1,500 variants", run: ({ send }) => send(preview("BIG", 14_000)) },
  {
    name: "preview: 20 at once of 10,000 prices to come",
    run: ({ send }) => Promise.all(Array.from({ length: 20 }, () => send(preview("LATER", 1)))),
  },
  { name: "preview: 500 lines × 10,000 prices to come", run: ({ send }) => send(preview("LATER", 500)) },
]
