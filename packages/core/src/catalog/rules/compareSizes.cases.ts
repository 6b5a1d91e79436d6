/** Sizes in their order, and why. */
export const compareSizesCases: ReadonlyArray<{
  readonly name: string
  readonly inOrder: ReadonlyArray<string>
  readonly why: string
}> = [
  {
    name: "letters",
    inOrder: ["3XS", "XXS", "XS", "S", "M", "L", "XL", "2XL", "XXL", "3XL", "XXXL", "4XL"],
    why: "By their meaning; two ways of writing one size stand beside each other.",
  },
  {
    name: "letters, however they are written",
    inOrder: ["x-small", "Small", "Medium", "large", "Extra Large", "XX-Large"],
    why: "Shops write words too.",
  },
  {
    name: "between two letters",
    inOrder: ["S", "S/M", "M", "M/L", "L", "L-XL", "XL"],
    why: "M/L fits both, and stands between them.",
  },
  {
    name: "letters with something behind",
    inOrder: ["S", "S (34)", "S Tall", "M", "M Tall", "L"],
    why: "The size comes first, what goes with it then.",
  },
  {
    name: "numbers",
    inOrder: ["6", "7.5", "8", "8,5", "9", "9 1/2", "10", "10½", "11"],
    why: "By value, however a half is written.",
  },
  {
    name: "numbers with something behind",
    inOrder: ["7 W", "8 D", "8 EE", "10 D", "30/32", "30/34", "32/30"],
    why: "Width and length settle what the number does not, by value too.",
  },
  {
    name: "sizes of several systems",
    inOrder: ["38", "EU 36", "EU 36 2/3", "EU 37", "EU 40", "UK 5", "US 9", "US 10.5"],
    why: "Each system by itself: a 9 of the one is a 42 of the other.",
  },
  {
    name: "everything at once",
    inOrder: ["XS", "M", "9", "10", "EU 40", "", "King", "One Size", "Queen"],
    why: "Letters, numbers, then all other texts.",
  },
  {
    name: "texts",
    inOrder: ["Box 2", "Box 10", "Short", "short", "Strap"],
    why: "By their letters, and the numbers in them by value; sizes that differ at all have an order.",
  },
]
