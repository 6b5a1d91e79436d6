import { cancelPromises } from "./job/cancelPromises.ts"
import { keepingPromises } from "./job/keepingPromises.ts"
import { listPromises } from "./job/listPromises.ts"
import { requestPromises } from "./job/requestPromises.ts"
import { runPromises } from "./job/runPromises.ts"

/** What a `JobRepository` promises, each by the name of its test. */
export const jobRepositoryPromises = {
  ...runPromises,
  ...keepingPromises,
  ...listPromises,
  ...requestPromises,
  ...cancelPromises,
}
