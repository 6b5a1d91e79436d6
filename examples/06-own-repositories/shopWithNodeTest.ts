// The same promises with Node's own runner: node --test examples/06-own-repositories/shopWithNodeTest.ts
import { after, test } from "node:test"
import { priceRepositoryPromises, promiseTests } from "@hangtag/testkit/promises"
import { seededShop } from "./seededShop.ts"

const { tests, close } = promiseTests(priceRepositoryPromises, seededShop)
for (const { name, run } of tests) test(name, run)
after(close)
