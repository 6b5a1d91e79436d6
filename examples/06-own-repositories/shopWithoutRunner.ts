// The same promises without a test runner: node examples/06-own-repositories/shopWithoutRunner.ts
import { priceRepositoryPromises, promiseTests } from "@hangtag/testkit/promises"
import { seededShop } from "./seededShop.ts"

const { tests, close } = promiseTests(priceRepositoryPromises, seededShop)
for (const { run } of tests) await run()
await close()
console.log(`${tests.length} promises hold`)
