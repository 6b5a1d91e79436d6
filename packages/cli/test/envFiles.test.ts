import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll } from "vitest"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"
import { loadEnvFiles, loadSecretFiles } from "../src/envFiles.ts"

const folder = temporaryFolder(afterAll)
const file = join(folder, "secret")
writeFileSync(file, "hunter2\n")

it("a file of settings that cannot be read is one sentence", () => {
  const path = join(folder, "none.env")
  for (const args of [
    ["serve", "--env-file", path],
    ["serve", `--env-file=${path}`],
  ])
    assert.strictEqual(
      loadEnvFiles(args),
      `--env-file ${path} cannot be read (ENOENT): use the path of a file of NAME=value lines`,
    )
})

describe("AWS's credentials in files", () => {
  it("are as good as in variables", () => {
    const env: NodeJS.ProcessEnv = { AWS_SECRET_ACCESS_KEY_FILE: file, AWS_ACCESS_KEY_ID: "key" }
    assert.isUndefined(loadSecretFiles(env))
    assert.deepStrictEqual([env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY], ["key", "hunter2"])
  })

  it("are refused where there are two, or none can be read", () => {
    assert.strictEqual(
      loadSecretFiles({ AWS_ACCESS_KEY_ID: "key", AWS_ACCESS_KEY_ID_FILE: file }),
      "AWS_ACCESS_KEY_ID_FILE cannot be used: unset it, or AWS_ACCESS_KEY_ID: one of them",
    )
    assert.strictEqual(
      loadSecretFiles({ AWS_SESSION_TOKEN_FILE: join(folder, "gone") }),
      `AWS_SESSION_TOKEN_FILE=${join(folder, "gone")} cannot be read (ENOENT): use the path of a file that holds it`,
    )
  })
})
