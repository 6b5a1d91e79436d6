const boot = "product=NT-RIDGE-BOOT&color=Black"

/** A link to a colorway of the demo with a line for its MAP. */
export const priceChange = (amount: string, from: string): string =>
  `/price-change?${boot}&line=MAP~${amount}~${from}`

/** Each view of the workbench over the demo catalog: its name, its heading, and a link into the midst of it. */
export const views: ReadonlyArray<readonly [name: string, heading: string, path: string]> = [
  ["start", "Prices", "/"],
  ["sheets", "Price sheets", "/sheets?brand=NT"],
  [
    "price-change",
    "Price change",
    "/price-change?product=BW-FOEHN-BOOT&color=Dark+Brown&line=MAP~139.95~2027-01-02~2027-01-14",
  ],
  ["adjust", "Bulk adjust", "/adjust?brand=BW&value=-5&ending=0.95&from=2027-03-01"],
  ["batches", "Batches", "/batches"],
  ["batch", "Over the holidays, then back", "/batches?key=HOLIDAYS"],
  ["upcoming", "Goes live next", "/upcoming?brand=BW&month=2027-02"],
  ["lists", "Price lists", "/lists?list=base"],
  ["policy", "Price policy", "/policy?brand=BW&rule=blackouts"],
  ["republish", "Republish", "/republish?batch=REPUB-FALL"],
  ["exports", "Exports", "/exports"],
  ["crawls", "Crawl discoveries", "/discoveries"],
  ["discoveries", "CRAWL-DEMO", "/discoveries?job=CRAWL-DEMO"],
  ["health", "Health", "/health"],
]
